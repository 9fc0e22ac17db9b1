/**
 * Reads a request's body up to a bound, whatever its headers claim.
 * @returns the request with its body in memory, or null when the body is larger
 */
export async function readBounded(request: Request, maxBytes: number): Promise<Request | null> {
  if (request.body === null) return request
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxBytes) {
    await request.body.cancel()
    return null
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader = request.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return null
    }
    parts.push(part.value)
  }
  const { method, headers, signal, url } = request
  return new Request(url, { method, headers, signal, body: Buffer.concat(parts) })
}
