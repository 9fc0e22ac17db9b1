/**
 * The API key of a request: `x-api-key`, else `Authorization: Bearer`.
 * @returns undefined when the request names none; a present key always decides, cookies beside it are ignored
 */
export function readKey(headers: Headers): string | undefined {
  const direct = headers.get('x-api-key')
  if (direct !== null) return direct
  const authorization = headers.get('authorization')
  return authorization === null ? undefined : /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
}
