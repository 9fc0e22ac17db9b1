import { type Db, replacePassword } from '@paddock/db'
import { hashPassword } from 'better-auth/crypto'
import { newRowId } from '../new-row-id.ts'

/**
 * The operator's way where no mail is configured: sets the password and ends every session of the person.
 * @returns false when nobody has that address
 */
export async function resetPassword(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  return replacePassword(db, {
    email: email.trim().toLowerCase(),
    accountId: newRowId(),
    passwordHash: await hashPassword(password),
  })
}
