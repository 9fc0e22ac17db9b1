import { type Db, storeOwnerToken } from '@paddock/db'
import { authLimits } from '../limits.ts'
import { hashToken, newToken } from './hash-token.ts'

/**
 * A fresh one-time token for creating the first owner; earlier ones stop working.
 * @returns null when the installation has an owner already
 */
export async function ensureOwnerToken(db: Db): Promise<{ token: string } | null> {
  const token = newToken()
  const stored = await storeOwnerToken(db, {
    hash: hashToken(token),
    validForMs: authLimits.ownerTokenSeconds * 1_000,
  })
  return stored ? { token } : null
}

/** The link that `npm start` prints. */
export function ownerLink(publicUrl: string, token: string): string {
  return new URL(`/setup?token=${token}`, publicUrl).href
}
