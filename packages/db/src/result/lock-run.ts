import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/**
 * Locks a run for one who writes results under an epoch, also after its end (the last scan, the log). Null: fenced.
 * What is written before the transaction ends is written by the holder of the epoch.
 */
export async function lockRun(tx: Db, runId: string, epoch: number): Promise<{ teamId: string } | null> {
  const [row] = await tx.execute<{ teamId: string }>(sql`
    select team_id as "teamId" from run where id = ${runId} and epoch = ${epoch} and status <> 'queued'
    for no key update`)
  return row ?? null
}
