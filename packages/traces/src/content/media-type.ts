/** First characters of base64 by the magic number behind them. */
const beginnings: [string, string][] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
]

/** The type that the first bytes of a base64 text show. */
export function mediaTypeOf(base64: string): string {
  return beginnings.find(([beginning]) => base64.startsWith(beginning))?.[1] ?? 'application/octet-stream'
}
