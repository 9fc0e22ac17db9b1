import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import type * as schema from './schema/index.ts'

/** A connection pool or an open transaction: every function of this package takes either as its first argument. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, typeof schema>
