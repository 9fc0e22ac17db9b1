import { type Db, insertInvitedMember } from '@paddock/db'
import { hashPassword } from 'better-auth/crypto'
import { newRowId } from '../new-row-id.ts'
import { readInvitationToken } from './invitation-token.ts'

export type JoinOutcome =
  | { kind: 'joined'; userId: string; teamId: string }
  | { kind: 'has-account' }
  | { kind: 'invitation-invalid' }

/** Creates the account of an invited person and makes it a member, in one transaction. */
export async function joinByInvitation(
  db: Db,
  secret: string,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<JoinOutcome> {
  const invitationId = readInvitationToken(secret, token)
  if (invitationId === null) return { kind: 'invitation-invalid' }
  return insertInvitedMember(db, {
    invitationId,
    user: { id: newRowId(), name },
    account: { id: newRowId(), passwordHash: await hashPassword(password) },
    memberId: newRowId(),
  })
}
