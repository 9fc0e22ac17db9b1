import type { LaunchRequest } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { firstRow } from '../from-row.ts'
import { notifyRunChanged } from '../notify/changed.ts'
import { ensureLane } from '../queue/ensure-lane.ts'
import { payloadHash } from '../queue/payload-hash.ts'
import { randomId } from '../random-id.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'

export interface ImportedRun {
  teamId: string
  name: string
  experimentId: string | null
  armName: string | null
  benchmark: string
  dataset: string | null
  agent: string | null
  model: string | null
  launch: LaunchRequest
  plannedTrials: number | null
  /** The daemon that reads it, and where its files stand on that host. */
  runnerId: string
  hostId: string
  directory: string
  startedAt: Date | null
}

/**
 * A run that was executed elsewhere, held as `running` under epoch 1 by the daemon that reads it in: record its trials,
 * then finish it. Its reader stands for
 * its process tree: finish it with `treeGone`. `name-taken`: that run, untouched.
 */
export async function importRun(
  db: Db,
  imported: ImportedRun,
): Promise<{ kind: 'created' | 'name-taken'; run: RunRow }> {
  const laneId = await ensureLane(db, imported.teamId, [`benchmark:${imported.benchmark}`])
  for (let round = 0; round < 10; round += 1) {
    const created = await insertImported(db, imported, laneId)
    if (created !== null) return { kind: 'created', run: created }
    const rows = await db.execute(sql`select * from run where team_id = ${imported.teamId} and name = ${imported.name}`)
    const taken = firstRow(run, rows)
    if (taken !== null) return { kind: 'name-taken', run: taken }
  }
  throw new Error(`could not import run ${imported.name}: its name kept being taken and given back`)
}

async function insertImported(db: Db, imported: ImportedRun, laneId: number): Promise<RunRow | null> {
  const rows = await db.execute(sql`
    with created as (
      insert into run (id, team_id, name, experiment_id, arm_name, benchmark, dataset, agent, model, origin, launch,
        status, lane_id, epoch, tree_epoch, tree_gone_at, runner_id, host_id, payload_hash, expires_at, claimed_at, started_at, directory,
        planned_trials, event_seq)
      values (${randomId('run')}, ${imported.teamId}, ${imported.name}, ${imported.experimentId}, ${imported.armName},
        ${imported.benchmark}, ${imported.dataset}, ${imported.agent}, ${imported.model}, 'imported',
        ${JSON.stringify(imported.launch)}::jsonb, 'running', ${laneId}, 1, 1, null, ${imported.runnerId}, ${imported.hostId},
        ${payloadHash(imported.launch)}, clock_timestamp(), clock_timestamp(),
        ${imported.startedAt?.toISOString() ?? null}::timestamptz, ${imported.directory}, ${imported.plannedTrials}, 1)
      on conflict do nothing
      returning *
    ), told as (
      insert into run_event (run_id, seq, team_id, kind, epoch, by)
      select id, 1, team_id, 'imported', epoch, runner_id from created
    )
    select created.*, ${notifyRunChanged()} from created`)
  return firstRow(run, rows)
}
