import { randomBytes } from 'node:crypto'
import type { Environment } from '../env.ts'
import { prepareDatabase } from '../setup/prepare-database.ts'

/**
 * Migrates a database and sees to its first owner, as `npm start` does, for installations that start web and runners
 * by other means. Returns the lines for the operator. Throws OperatorError.
 */
export async function prepare(databaseUrl: string, publicUrl: string, environment: Environment): Promise<string[]> {
  const { owner, ownerApiKeyFile, secret } = environment
  // Only a key file that exists already is checked with the secret, and any secret will do for that.
  const request = { databaseUrl, publicUrl, owner, ownerApiKeyFile, secret: secret ?? randomBytes(32).toString('hex') }
  const { ownerLink, notes } = await prepareDatabase(request)
  const link = ownerLink ? `Create the first owner here (works once): ${ownerLink}` : 'There is an owner already.'
  return ['The database is up to date.', ...notes, link]
}
