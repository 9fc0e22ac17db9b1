import type { QueueLimits } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { fromRow } from '../from-row.ts'
import { isHeld } from '../queue/held.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'

export interface HeldRun {
  run: RunRow
  /** The attempt that ran on this host. */
  epoch: number
  /** `hold`: still its own, to adopt or to finish. `leftover`: only its process tree is to be killed and reported gone. */
  kind: 'hold' | 'leftover'
  /** The daemon that holds it still beats. */
  runnerAlive: boolean
}

/**
 * What the database believes to run, or to be left over, on a host. A leftover attempt whose run was deleted is not
 * listed: it is a local tree without a row.
 * Indexes: run_tree (host_id) where tree_gone_at is null; key_lock_host.
 */
export async function heldByHost(db: Db, hostId: string, limits: Pick<QueueLimits, 'leaseMs'>): Promise<HeldRun[]> {
  const rows = await db.execute<Attempt>(sql`
    with attempt as (
      select id as run_id, tree_epoch from run where host_id = ${hostId} and tree_gone_at is null
      union
      select run_id, epoch from key_lock where host_id = ${hostId}
    )
    select run.*, attempt.tree_epoch as attempt_epoch, (${isHeld} and run.epoch = attempt.tree_epoch) as hold,
      exists (
        select from runner where runner.id = run.runner_id and runner.status <> 'gone'
          and runner.beat_at > clock_timestamp() - ${limits.leaseMs}::float8 * interval '1 ms'
      ) as runner_alive
    from attempt join run on run.id = attempt.run_id
    order by run.seq`)
  return rows.map((row) => ({
    run: fromRow(run, row),
    epoch: row.attempt_epoch,
    kind: row.hold ? 'hold' : 'leftover',
    runnerAlive: row.runner_alive,
  }))
}

interface Attempt extends Record<string, unknown> {
  attempt_epoch: number
  hold: boolean
  runner_alive: boolean
}
