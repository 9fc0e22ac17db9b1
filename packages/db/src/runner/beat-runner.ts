import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

export interface Beat {
  status: 'ready' | 'draining' | 'quarantined'
  order: { kind: 'pause' | 'drain'; note: string | null; until: Date | null } | null
  held: { runId: string; epoch: number; cancelRequestedAt: Date | null; cancelReason: string | null }[]
}

/** Renews the lease of a daemon, then reads what it holds. Null: it is gone; fence yourself. */
export async function beatRunner(db: Db, runnerId: string): Promise<Beat | null> {
  // Not in one statement with the reading: the row stays locked for as short as it can be.
  const [beaten] = await db.execute<{ status: Beat['status']; name: string }>(sql`
    update runner set beat_at = clock_timestamp() where id = ${runnerId} and status <> 'gone' returning status, name`)
  if (beaten === undefined) return null
  // Index: run_held.
  const held = await db.execute<HeldRow>(sql`
    select id as "runId", epoch, cancel_requested_at, cancel_reason from run
    where runner_id = ${runnerId} and status in ('starting', 'running')`)
  const [order] = await db.execute<OrderRow>(sql`
    select kind, note, until from runner_order
    where name = ${beaten.name} and (until is null or until > clock_timestamp())`)
  return {
    status: beaten.status,
    order: order === undefined ? null : { ...order, until: toDate(order.until) },
    held: held.map((row) => ({
      runId: row.runId,
      epoch: row.epoch,
      cancelRequestedAt: toDate(row.cancel_requested_at),
      cancelReason: row.cancel_reason,
    })),
  }
}

interface HeldRow extends Record<string, unknown> {
  runId: string
  epoch: number
  cancel_requested_at: string | null
  cancel_reason: string | null
}

interface OrderRow extends Record<string, unknown> {
  kind: 'pause' | 'drain'
  note: string | null
  until: string | null
}

function toDate(value: string | null): Date | null {
  return value === null ? null : new Date(value)
}
