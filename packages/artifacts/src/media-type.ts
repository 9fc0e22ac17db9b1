import { extname } from 'node:path'

const byExtension: Record<string, string> = {
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.ndjson': 'application/x-ndjson',
  '.cast': 'application/x-asciicast',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.tar': 'application/x-tar',
}

/** By the name, else by whether the first bytes look like text. */
export function mediaTypeOf(path: string, head: Uint8Array): string {
  return byExtension[extname(path).toLowerCase()] ?? (head.includes(0) ? 'application/octet-stream' : 'text/plain')
}
