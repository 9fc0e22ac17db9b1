import { authLimits, resetPassword } from '@paddock/auth'
import { connect } from '@paddock/db'
import { OperatorError } from '../process/operator-error.ts'

/** Gives the person with this address another password and ends all their sessions. Throws OperatorError. */
export async function setPassword(databaseUrl: string, email: string, password: string): Promise<void> {
  const { minPasswordChars, maxPasswordChars } = authLimits
  if (password.length < minPasswordChars || password.length > maxPasswordChars) {
    const range = `${minPasswordChars} to ${maxPasswordChars} characters`
    throw new OperatorError('password_length', `a password has ${range}`, 'Give it on standard input, on one line.')
  }
  const connection = connect(databaseUrl, { role: 'paddock_owner', applicationName: 'paddock operate', max: 1 })
  try {
    if (await resetPassword(connection.db, { email, password })) return
  } finally {
    await connection.close()
  }
  throw new OperatorError('person_unknown', `nobody here has the address ${email}`, 'Check the address.')
}
