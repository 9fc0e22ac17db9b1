import { Readable } from 'node:stream'
import type { ArtifactRow } from '@paddock/db'
import type { ApiServices } from '../services.ts'

/** Artifacts come from agents: a browser must neither run them nor guess what they are. */
const untrusted = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'cache-control': 'private, max-age=0, must-revalidate',
  'cross-origin-resource-policy': 'same-origin',
}

/** Streams a stored file as a download. */
export async function serveBlob(services: ApiServices, file: ArtifactRow, name: string): Promise<Response> {
  const content = await services.blobs.open(file.sha256)
  if (content === null) return missing('The store does not hold this file any more.')
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
    headers: {
      ...untrusted,
      'content-type': 'application/octet-stream',
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeName(name)}`,
      etag: `"${file.sha256}"`,
    },
  })
}

export function missing(message: string): Response {
  return Response.json({ error: { code: 'NOT_FOUND', message } }, { status: 404 })
}

function asciiName(name: string): string {
  return name.replace(/[^A-Za-z0-9._ -]/g, '_').slice(0, 200)
}

/** RFC 8187: beside letters and digits only a few signs may stand for themselves. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
