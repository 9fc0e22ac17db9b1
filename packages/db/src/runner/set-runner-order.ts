import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunnerOrderRow } from '../rows.ts'
import { runnerOrder } from '../schema/index.ts'
import { storableText } from '../storable.ts'
import { wakeRunners } from './wake-runners.ts'

export interface NewRunnerOrder {
  name: string
  kind: 'pause' | 'drain'
  note: string | null
  /** How long; null: until it is cleared. */
  forMs: number | null
  by: string
}

/** What an operator wants of the runners of a name, until cleared or until its time by the clock of the database; wakes them. */
export async function setRunnerOrder(db: Db, order: NewRunnerOrder): Promise<RunnerOrderRow> {
  const values = {
    kind: order.kind,
    note: order.note === null ? null : storableText(order.note),
    until: order.forMs === null ? null : sql`clock_timestamp() + ${order.forMs}::float8 * interval '1 ms'`,
    by: order.by,
    at: sql`clock_timestamp()`,
  }
  const [row] = await db
    .insert(runnerOrder)
    .values({ name: order.name, ...values })
    .onConflictDoUpdate({ target: runnerOrder.name, set: values })
    .returning()
  if (row === undefined) throw new Error('the order was not stored')
  await wakeRunners(db, order.name)
  return row
}
