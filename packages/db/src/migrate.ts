import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Sql } from 'postgres'
import { ensureRoles } from './ensure-roles.ts'

/** Any number, the same in every version of Paddock. */
const migrationLock = 7_041_966

// Not `new URL('../drizzle', …)`: a bundler takes that for a file to bundle, and finds a directory.
const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'drizzle')

/**
 * Brings the database at `url` to this version's schema, as the role `paddock_owner`, which is created with the other
 * two where the login may. Safe to call again, and from several processes at once: they take turns.
 * Throws `RolesMissing` with the statements for an administrator where the login may not create what is missing.
 */
export async function migrate(url: string): Promise<void> {
  // One connection: a session's advisory lock and its role belong to it, and end with it.
  const client = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: 'paddock migrate' } })
  try {
    await client`select pg_advisory_lock(${migrationLock})`
    await requireVersion(client)
    await ensureRoles(client)
    await client`set role paddock_owner`
    await applyMigrations(drizzle(client), { migrationsFolder, migrationsSchema: 'public' })
  } finally {
    await client.end({ timeout: 5 })
  }
}

const oldestServer = 150_000

async function requireVersion(client: Sql): Promise<void> {
  const [row] = await client<{ number: number; name: string }[]>`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as name`
  if (row !== undefined && row.number >= oldestServer) return
  throw new Error(`Paddock needs PostgreSQL 15 or newer; this server is ${row?.name ?? 'unknown'}`)
}
