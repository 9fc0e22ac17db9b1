import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * Runs `body` unless somebody is doing so under the same `name`, on whatever host. One open transaction holds the lock
 * meanwhile, so it ends with the connection; `body` should use another one, and take seconds.
 */
export async function ifAlone<T>(
  db: Db,
  name: string,
  body: () => Promise<T>,
): Promise<{ kind: 'done'; value: T } | { kind: 'busy' }> {
  return db.transaction(async (tx) => {
    const [row] = await tx.execute<{ alone: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${`paddock ${name}`}, 0)) as alone`)
    return row?.alone ? { kind: 'done', value: await body() } : { kind: 'busy' }
  })
}
