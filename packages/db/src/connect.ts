import { drizzle } from 'drizzle-orm/postgres-js'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import type { Db } from './db.ts'
import * as schema from './schema/index.ts'

export type DatabaseRole = 'paddock_owner' | 'paddock_web' | 'paddock_runner'

export interface ConnectOptions {
  /** Taken on at the start of each connection; absent: the login's own rights. */
  role?: DatabaseRole
  /** Shown in pg_stat_activity. */
  applicationName?: string
  /** Connections in the pool. Default 4. */
  max?: number
  /** Set false behind a pooler in transaction mode that does not keep prepared statements (PgBouncer before 1.21). */
  prepare?: boolean
  /** Ends a connection that was idle this long. Default: never. */
  idleTimeoutMs?: number
}

export interface Connection {
  db: Db
  /** Waits up to 5 s for running statements, then cuts the connections. */
  close: () => Promise<void>
}

/**
 * Every statement of a runner goes by a key or the head of an index, whatever its parameters and however large the
 * tables are. Left alone, PostgreSQL plans the claim anew each time (2 ms, to run it for 0.8), and from the statistics
 * of an installation that was small a minute ago: 20,000 runs enqueued at once then cost 230 ms a claim until ANALYZE.
 * Lists are better off with plans for the filter at hand, so this is the runners' alone.
 */
const keyedPlans = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
}

/** A pool. Nothing is opened before the first statement; errors of the server surface there. */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const client = postgres(url, {
    max: options.max ?? 4,
    prepare: options.prepare ?? true,
    connect_timeout: 10,
    idle_timeout: options.idleTimeoutMs === undefined ? undefined : options.idleTimeoutMs / 1_000,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'paddock',
      ...(options.role === undefined ? {} : { role: options.role }),
      ...(options.role === 'paddock_runner' ? keyedPlans : {}),
    },
  })
  const db = drizzle(options.prepare === false ? client : preparing(client), { schema })
  return { db, close: () => client.end({ timeout: 5 }) }
}

/**
 * Drizzle sends every statement unprepared; planning the claim costs the server more than running it. This has the
 * driver prepare each statement once per connection.
 */
function preparing(client: Sql): Sql {
  prepareUnsafe(client)
  const begin = client.begin.bind(client) as (...args: unknown[]) => Promise<unknown>
  client.begin = ((...args: unknown[]) => begin(...withPreparedBody(args))) as Sql['begin']
  return client
}

function prepareUnsafe(client: Sql | TransactionSql): void {
  const unsafe = client.unsafe.bind(client)
  client.unsafe = ((query: string, parameters: never[], options?: object) =>
    unsafe(query, parameters, { ...options, prepare: true })) as typeof client.unsafe
}

type TransactionBody = (transaction: TransactionSql) => unknown

function withPreparedBody(args: unknown[]): unknown[] {
  const body = args.at(-1) as TransactionBody
  return [...args.slice(0, -1), (transaction: TransactionSql) => body(preparingTransaction(transaction))]
}

function preparingTransaction(transaction: TransactionSql): TransactionSql {
  prepareUnsafe(transaction)
  const savepoint = transaction.savepoint.bind(transaction) as (...args: unknown[]) => Promise<unknown>
  transaction.savepoint = ((...args: unknown[]) => savepoint(...withPreparedBody(args))) as TransactionSql['savepoint']
  return transaction
}
