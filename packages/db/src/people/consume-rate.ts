import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { rateLimit } from '../schema/index.ts'

/**
 * Counts one use of `key` in a fixed window, by the database's clock; one statement, so that a burst counts in full.
 * @returns false when the window's `max` was used up before
 */
export async function consumeRate(
  db: Db,
  { key, windowMs, max }: { key: string; windowMs: number; max: number },
): Promise<boolean> {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const fresh = sql`${rateLimit.lastRequest} <= ${now} - ${windowMs}::bigint`
  const [row] = await db
    .insert(rateLimit)
    .values({ id: key, key, count: 1, lastRequest: now as unknown as number })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${fresh} then 1 else least(${rateLimit.count} + 1, ${max + 1}) end`,
        lastRequest: sql`case when ${fresh} then ${now} else ${rateLimit.lastRequest} end`,
      },
    })
    .returning({ count: rateLimit.count })
  return row !== undefined && row.count <= max
}
