/** How a medium is found: a byte range of the source, a file beside it, or an address. */
export type Locator =
  | { from: 'bytes'; offset: number; length: number; encoding: LocatorEncoding }
  | { from: 'path'; path: string }
  | { from: 'url'; url: string }

/** How the bytes of a range stand for the medium: base64, the inside of a JSON string, or themselves. */
export type LocatorEncoding = 'base64' | 'json' | 'raw'

const byteRange = /^bytes:(\d+)\+(\d+);(base64|json|raw)$/

export function formatLocator(locator: Locator): string {
  switch (locator.from) {
    case 'bytes':
      return `bytes:${locator.offset}+${locator.length};${locator.encoding}`
    case 'path':
      return `path:${locator.path}`
    case 'url':
      return `url:${locator.url}`
  }
}

/** Null: not a locator of ours. */
export function parseLocator(text: string): Locator | null {
  const range = byteRange.exec(text)
  if (range) {
    return {
      from: 'bytes',
      offset: Number(range[1]),
      length: Number(range[2]),
      encoding: range[3] as LocatorEncoding,
    }
  }
  if (text.startsWith('path:')) return { from: 'path', path: text.slice('path:'.length) }
  if (text.startsWith('url:')) return { from: 'url', url: text.slice('url:'.length) }
  return null
}

/** The medium itself, from the bytes of its range. */
export function decodeRange(encoding: LocatorEncoding, bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (encoding) {
    case 'base64':
      return Buffer.from(buffer.toString('latin1'), 'base64')
    case 'json':
      return Buffer.from(String(JSON.parse(`"${buffer.toString('utf8')}"`)), 'utf8')
    case 'raw':
      return buffer
  }
}
