import { createHash, randomBytes } from 'node:crypto'

/** 43 URL-safe characters, 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The database holds this of a one-time token, never the token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
