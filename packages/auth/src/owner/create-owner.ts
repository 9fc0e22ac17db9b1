import { type Db, insertFirstOwner } from '@paddock/db'
import { hashPassword } from 'better-auth/crypto'
import { newRowId } from '../new-row-id.ts'
import { hashToken } from './hash-token.ts'

export interface NewOwner {
  email: string
  password: string
  name?: string
  teamName?: string
  /** The token of the printed link, or the word of somebody who can reach the database. */
  proof: { kind: 'token'; token: string } | { kind: 'operator' }
}

export type CreateOwnerOutcome =
  | { kind: 'created'; userId: string; teamId: string }
  | { kind: 'owner-exists' }
  | { kind: 'token-invalid' }

/** Creates the first person, team and membership in one transaction; of several at once one wins. */
export async function createOwner(db: Db, owner: NewOwner): Promise<CreateOwnerOutcome> {
  const email = owner.email.trim().toLowerCase()
  return insertFirstOwner(db, {
    user: { id: newRowId(), email, name: owner.name ?? email.slice(0, email.indexOf('@')) },
    account: { id: newRowId(), passwordHash: await hashPassword(owner.password) },
    team: { id: newRowId(), name: owner.teamName ?? 'My team' },
    memberId: newRowId(),
    tokenHash: owner.proof.kind === 'token' ? hashToken(owner.proof.token) : null,
  })
}
