import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { Execution } from './supersede-trials.ts'

export interface Sighting {
  /** Of the run that was begun anew. */
  runId: string
  epoch: number
  /** Names of all trials on the disk; null: only what changed is known. */
  found: readonly string[] | null
  gone: readonly string[]
  trials: readonly { name: string; started_at: string | null }[]
}

export interface LeftBehind {
  /** Trials of earlier epochs that are not on the disk. */
  taken: string[]
  /** Executions of earlier epochs whose names `trials` now have. */
  replaced: Execution[]
}

/**
 * What a run that was begun anew, perhaps on another host, has left behind of its earlier epochs. A trial that is found
 * again is the same while it has the same start, and stands. Index: trial_name.
 */
export async function leftBehind(tx: Db, { runId, epoch, found, gone, trials }: Sighting): Promise<LeftBehind> {
  const here = [...(found ?? []), ...trials.map(({ name }) => name)]
  const away = sql`(name = any(${sql.param([...gone])}::text[])
    or (${found !== null}::boolean and name <> all(${sql.param(here)}::text[])))`
  const taken = await tx.execute<{ name: string }>(sql`
    select name from trial where run_id = ${runId} and epoch < ${epoch} and superseded_at is null and ${away}`)
  if (trials.length === 0) return { taken: taken.map(({ name }) => name), replaced: [] }
  // One that was seen running last may have another start once its result tells it.
  const isAnother = sql`case when superseded_at is null
    then termination <> 'running' and trial.started_at is distinct from seen.started_at
    else (trial.started_at = seen.started_at) is not true end`
  const replaced = await tx.execute<{ name: string; startedAt: string | null }>(sql`
    select trial.name, trial.started_at::text as "startedAt"
    from jsonb_to_recordset(${JSON.stringify(trials)}::jsonb) as seen (name text, started_at timestamptz)
    join trial on trial.run_id = ${runId} and trial.name = seen.name
    where trial.epoch < ${epoch} and ${isAnother}`)
  return { taken: taken.map(({ name }) => name), replaced: [...replaced] }
}
