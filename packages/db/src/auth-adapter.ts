import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Db } from './db.ts'
import * as schema from './schema/index.ts'

/** What better-auth's `database` option takes. Its tables are not tenant tables: no row-level security binds them. */
export function authAdapter(db: Db): ReturnType<typeof drizzleAdapter> {
  return drizzleAdapter(db, { provider: 'pg', schema, transaction: true })
}
