import { connect, findFirstOwner, migrate } from '@paddock/db'
import { explainDatabaseError } from './explain-database-error.ts'
import type { SetupRequest } from './setup-request.ts'

/**
 * Migrates the database and creates the first owner where one was given. Returns the link for creating the owner,
 * null when there is one already, and what the operator should know besides. Throws OperatorError.
 */
export async function prepareDatabase(request: SetupRequest): Promise<{ ownerLink: string | null; notes: string[] }> {
  try {
    await migrate(request.databaseUrl)
  } catch (error) {
    throw explainDatabaseError(error, request.databaseUrl)
  }
  const connection = connect(request.databaseUrl, {
    role: 'paddock_owner',
    applicationName: 'paddock setup',
    max: 1,
  })
  try {
    const { owner, ownerApiKeyFile } = request
    if (owner === null && ownerApiKeyFile === null && (await findFirstOwner(connection.db)) !== null) {
      return { ownerLink: null, notes: [] }
    }
    // Loaded only here: the authentication library is most of what an everyday start would wait for.
    const { seeToOwner } = await import('./see-to-owner.ts')
    return await seeToOwner(connection.db, request)
  } finally {
    await connection.close()
  }
}
