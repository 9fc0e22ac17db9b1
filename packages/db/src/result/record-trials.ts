import type { ScannedTrial } from '@paddock/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { randomId } from '../random-id.ts'
import { storableJson, storableText } from '../storable.ts'
import { countTrials, type TrialCounts, updateCounters } from './count-trials.ts'
import { type LeftBehind, leftBehind, type Sighting } from './left-behind.ts'
import { lockRun } from './lock-run.ts'
import { rankAttempts } from './rank-attempts.ts'
import { storableTrial } from './storable-trial.ts'
import { type Execution, supersedeReplaced, supersedeTaken } from './supersede-trials.ts'

export interface TrialBatch {
  runId: string
  epoch: number
  /** New and changed ones. */
  trials: readonly ScannedTrial[]
  /** Names whose files vanished. */
  gone: readonly string[]
  /** Names whose files a resume took away, to run those trials again. */
  taken?: readonly string[]
  /** Executions whose names now stand for later ones in `trials`. */
  replaced?: readonly Execution[]
  /**
   * Where the run was begun anew: names of all trials on the disk, from a scan that names them all; null: such a scan
   * was recorded. Trials of earlier epochs that are not there any more are superseded. Undefined: they stand.
   */
  found?: readonly string[] | null
  /** Null: leave as it is. */
  plannedTrials: number | null
  metrics: Record<string, number>
  metadata: Record<string, unknown>
}

export interface RecordedTrials {
  /** The epoch is no longer this one: nothing was written. */
  fenced: boolean
  /** Those whose rows changed. */
  changed: { id: string; name: string }[]
}

/**
 * Writes what a scan found, ranks attempts where the benchmark does not number them, and moves the counters of the run
 * by the difference, in one transaction under the row lock of the run. Costs what changed, not what the run has.
 */
export async function recordTrials(db: Db, batch: TrialBatch): Promise<RecordedTrials> {
  return db.transaction(async (tx) => {
    const held = await lockRun(tx, batch.runId, batch.epoch)
    if (held === null) return { fenced: true, changed: [] }
    // Twice in one batch: the later one is what the disk says now.
    const trials = [...new Map(batch.trials.map(storableTrial).map((trial) => [trial.name, trial])).values()]
    const gone = batch.gone.map(storableText)
    const left = await leftOfEarlier(tx, batch, { trials, gone })
    const taken = [...(batch.taken ?? []).map(storableText), ...left.taken]
    const names = [...trials.map((trial) => trial.name), ...gone, ...taken]
    const before = await countTrials(tx, batch.runId, names)
    const replaced = await supersedeReplaced(tx, batch.runId, [
      ...(batch.replaced ?? []).map(({ name, startedAt }) => ({ name: storableText(name), startedAt })),
      ...left.replaced,
    ])
    const changed = [
      ...replaced,
      ...(await supersedeTaken(tx, batch.runId, taken)),
      ...(await writeTrials(tx, batch, held.teamId, trials)),
      ...(await markGone(tx, batch.runId, gone)),
      ...(await rankAttempts(
        tx,
        batch,
        trials.filter((trial) => trial.attempt === 0).map((trial) => trial.task),
      )),
    ]
    const after = await countTrials(tx, batch.runId, [...names, ...replaced.map((trial) => trial.name)])
    await keepCounters(tx, batch, before, after)
    return { fenced: false, changed: [...new Map(changed.map((row) => [row.id, row])).values()] }
  })
}

async function leftOfEarlier(
  tx: Db,
  { runId, epoch, found }: TrialBatch,
  seen: Pick<Sighting, 'trials' | 'gone'>,
): Promise<LeftBehind> {
  if (found === undefined) return { taken: [], replaced: [] }
  return leftBehind(tx, { runId, epoch, found: found?.map(storableText) ?? null, ...seen })
}

type Changed = { id: string; name: string }

/** Columns that a scan decides; `attempt` apart. */
const scannedColumns =
  'task, task_digest, agent, model, status, verdict, termination, decided, reward, rewards, cost_usd, cost_source, input_tokens, cached_input_tokens, output_tokens, started_at, finished_at, duration_ms, phases, error_type, error_message, directory, raw'

async function writeTrials(
  tx: Db,
  batch: TrialBatch,
  teamId: string,
  trials: ReturnType<typeof storableTrial>[],
): Promise<Changed[]> {
  if (trials.length === 0) return []
  const rows = trials.map((trial) => ({ id: randomId('trial'), ...trial }))
  const columns = sql.raw(scannedColumns)
  // Populated by the row type itself: a column that is added needs no list of types here.
  const written = await tx.execute<Changed>(sql`
    insert into trial (id, team_id, run_id, epoch, name, attempt, ${columns})
    select id, ${teamId}, ${batch.runId}, ${batch.epoch}, name, attempt, ${columns}
    from jsonb_populate_recordset(null::trial, ${JSON.stringify(rows)}::jsonb)
    on conflict (run_id, name) do update set
      -- Seen again by a later attempt of its run, it is still the earlier one's.
      epoch = case when trial.started_at = excluded.started_at then trial.epoch else excluded.epoch end, gone_at = null, superseded_at = null,
      updated_at = clock_timestamp(),
      attempt = case when excluded.attempt = 0 then trial.attempt else excluded.attempt end,
      (${columns}) = row(${qualified('excluded')})
    where (${qualified('trial')}) is distinct from (${qualified('excluded')})
      or trial.gone_at is not null or trial.superseded_at is not null or excluded.attempt not in (0, trial.attempt)
    returning id, name`)
  return [...written]
}

function qualified(table: 'trial' | 'excluded'): SQL {
  return sql.raw(
    scannedColumns
      .split(', ')
      .map((column) => `${table}.${column}`)
      .join(', '),
  )
}

/** An ended trial keeps everything; one that ran has no result any more, until its files are seen again. */
async function markGone(tx: Db, runId: string, names: string[]): Promise<Changed[]> {
  if (names.length === 0) return []
  const rows = await tx.execute<Changed>(sql`
    update trial set gone_at = clock_timestamp(), updated_at = clock_timestamp(),
      status = case when termination = 'running' then 'missing' else status end,
      termination = case when termination = 'running' then 'cancelled' else termination end
    where run_id = ${runId} and name = any(${sql.param(names)}::text[]) and gone_at is null
    returning id, name`)
  return [...rows]
}

async function keepCounters(tx: Db, batch: TrialBatch, before: TrialCounts, after: TrialCounts): Promise<void> {
  await updateCounters(tx, batch.runId, before, after, {
    plannedTrials: batch.plannedTrials,
    metrics: storableJson(batch.metrics),
    metadata: storableJson(batch.metadata),
  })
}
