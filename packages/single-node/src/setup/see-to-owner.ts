import { authLimits, createOwner, ensureOwnerToken, ownerLink } from '@paddock/auth'
import type { Db } from '@paddock/db'
import { OperatorError } from '../process/operator-error.ts'
import type { SetupRequest } from './setup-request.ts'
import { writeOwnerKey } from './write-owner-key.ts'

/**
 * Creates the first owner and writes a key where that was asked for. Returns the link for creating the owner, null
 * when there is one, and what the operator should know besides. Throws OperatorError.
 */
export async function seeToOwner(
  db: Db,
  request: SetupRequest,
): Promise<{ ownerLink: string | null; notes: string[] }> {
  const notes = [...(await createGivenOwner(db, request)), ...(await writeOwnerKey(db, request))]
  const fresh = await ensureOwnerToken(db)
  return { ownerLink: fresh && ownerLink(request.publicUrl, fresh.token), notes }
}

async function createGivenOwner(db: Db, { owner }: SetupRequest): Promise<string[]> {
  if (!owner) return []
  checkOwner(owner)
  const outcome = await createOwner(db, { ...owner, proof: { kind: 'operator' } })
  switch (outcome.kind) {
    case 'created':
      return [`created the owner ${owner.email}`]
    case 'owner-exists':
      return []
    case 'token-invalid':
      throw new Error('an owner without a token was refused for its token')
  }
}

function checkOwner({ email, password }: { email: string; password: string }): void {
  const { minPasswordChars, maxPasswordChars } = authLimits
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) {
    throw new OperatorError('owner_email', `${email} is no e-mail address`, 'Correct PADDOCK_OWNER_EMAIL.')
  }
  if (password.length < minPasswordChars || password.length > maxPasswordChars) {
    const range = `${minPasswordChars} to ${maxPasswordChars} characters`
    throw new OperatorError(
      'owner_password',
      `the owner's password must have ${range}`,
      'Set another PADDOCK_OWNER_PASSWORD.',
    )
  }
}
