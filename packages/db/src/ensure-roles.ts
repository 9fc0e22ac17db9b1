import type { Sql } from 'postgres'

const roles = ['paddock_owner', 'paddock_web', 'paddock_runner'] as const

/** Somebody with more rights than this login has to run `statements` once. */
export class RolesMissing extends Error {
  override name = 'RolesMissing'
  readonly statements: string[]
  constructor(statements: string[], options: ErrorOptions) {
    super(
      `This login may not prepare the database. Have an administrator run, once:\n${statements.map((s) => `  ${s};`).join('\n')}`,
      options,
    )
    this.statements = statements
  }
}

/**
 * Creates what is missing of the three roles, this login's membership in them, and the owner's right to create
 * tables. Roles belong to the whole server: another database of it may be doing the same at this moment.
 */
export async function ensureRoles(client: Sql): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const missing = await missingStatements(client)
    if (missing.length === 0) return
    try {
      for (const statement of missing) await client.unsafe(statement)
      // A GRANT without the right to it only warns.
      const still = await missingStatements(client)
      if (still.length > 0) throw new RolesMissing(still, {})
      return
    } catch (error) {
      if (isRace(error) && attempt < 20) continue
      if (code(error) === '42501') throw new RolesMissing(await missingStatements(client), { cause: error })
      throw error
    }
  }
}

async function missingStatements(client: Sql): Promise<string[]> {
  const [facts] = await client<Facts[]>`
    select quote_ident(current_user) as login, quote_ident(current_database()) as database,
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      array(select rolname::text from pg_roles where rolname like 'paddock\\_%') as existing`
  if (facts === undefined) throw new Error('the server did not answer')
  const statements: string[] = roles
    .filter((role) => !facts.existing.includes(role))
    .map((role) => `create role ${role} nologin`)
  for (const role of roles) {
    if (facts.isSuperuser) break
    if (!(await isMember(client, facts, role))) statements.push(`grant ${role} to ${facts.login}`)
  }
  if (!(await mayCreate(client, facts))) {
    statements.push(
      `grant create, connect on database ${facts.database} to paddock_owner`,
      'grant usage, create on schema public to paddock_owner',
    )
  }
  if (!(await mayUse(client, facts))) statements.push('grant usage on schema public to paddock_web, paddock_runner')
  return statements
}

interface Facts {
  login: string
  database: string
  isSuperuser: boolean
  existing: string[]
}

async function isMember(client: Sql, facts: Facts, role: string): Promise<boolean> {
  if (!facts.existing.includes(role)) return false
  // To be an administrator of a role (PostgreSQL 16 makes its creator one) is not yet the right to take it on.
  const [row] = await client<{ member: boolean }[]>`
    select case when current_setting('server_version_num')::integer >= 160000
      then pg_has_role(current_user, ${role}, 'SET') else pg_has_role(current_user, ${role}, 'MEMBER') end as member`
  return row?.member === true
}

async function mayCreate(client: Sql, facts: Facts): Promise<boolean> {
  if (!facts.existing.includes('paddock_owner')) return false
  const [row] = await client<{ may: boolean }[]>`
    select has_database_privilege('paddock_owner', current_database(), 'CREATE')
      and has_schema_privilege('paddock_owner', 'public', 'CREATE') as may`
  return row?.may === true
}

async function mayUse(client: Sql, facts: Facts): Promise<boolean> {
  if (!facts.existing.includes('paddock_web') || !facts.existing.includes('paddock_runner')) return false
  const [row] = await client<{ may: boolean }[]>`
    select has_schema_privilege('paddock_web', 'public', 'USAGE')
      and has_schema_privilege('paddock_runner', 'public', 'USAGE') as may`
  return row?.may === true
}

function code(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}

/** Two sessions created the same role, or changed the same catalogue row. */
function isRace(error: unknown): boolean {
  if (code(error) === '42710' || code(error) === '23505') return true
  return code(error) === 'XX000' && String((error as Error).message).includes('concurrently updated')
}
