import { isTerminal } from '@paddock/domain'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'
import { keyLock, run } from '../schema/index.ts'
import { enqueueRun } from './enqueue-run.ts'
import { ownRequirements } from './own-requirements.ts'

export interface RetryRequest {
  runId: string
  /** Of the new run. */
  name: string
  maxQueueAgeMs: number
  createdBy: string | null
}

export type Retried =
  | { kind: 'created'; run: RunRow }
  /** Live: cancel it first. Superseded: `run` is the one that replaced it. */
  | { kind: 'live' | 'superseded' | 'name-taken'; run: RunRow }

/**
 * A new run with the frozen launch request of an ended one, which is superseded in the same transaction. Where nobody
 * has proved the old process tree dead, the new run waits for that: for the workspace key, or for one made up for the
 * purpose. Null: no such run.
 */
export async function retryRun(db: Db, request: RetryRequest): Promise<Retried | null> {
  return db.transaction(async (tx) => {
    const [old] = await tx.select().from(run).where(eq(run.id, request.runId)).for('no key update')
    if (old === undefined) return null
    if (!isTerminal(old.status)) return { kind: 'live', run: old }
    if (old.supersededBy !== null) {
      const [replacement] = await tx.select().from(run).where(eq(run.id, old.supersededBy))
      return { kind: 'superseded', run: replacement ?? old }
    }
    const enqueued = await enqueueRun(tx, {
      ...old,
      requires: await ownRequirements(tx, old),
      name: request.name,
      workspaceKey: old.workspaceKey ?? (await leftoverKey(tx, old)),
      idempotencyKey: null,
      retryOf: old.id,
      maxQueueAgeMs: request.maxQueueAgeMs,
      createdBy: request.createdBy,
    })
    if (enqueued.kind !== 'created') return { kind: 'name-taken', run: enqueued.run }
    await tx.execute(sql`
      with superseded as (
        update run set superseded_by = ${enqueued.run.id}, event_seq = event_seq + 1 where id = ${old.id} returning *
      )
      insert into run_event (run_id, seq, team_id, kind, epoch, by, data)
      select id, event_seq, team_id, 'superseded', epoch, ${request.createdBy}, jsonb_build_object('by', superseded_by)
      from superseded`)
    return { kind: 'created', run: enqueued.run }
  })
}

/** A workspace that only the leftover processes of `old` are in; null where none can be left. */
async function leftoverKey(tx: Db, old: RunRow): Promise<string | null> {
  if (old.treeGoneAt !== null || old.hostId === null) return null
  const key = `processes of ${old.id}`
  await tx
    .insert(keyLock)
    .values({ key, runId: old.id, teamId: old.teamId, epoch: old.treeEpoch, hostId: old.hostId })
    .onConflictDoNothing()
  return key
}
