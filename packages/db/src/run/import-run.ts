import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface ImportedRun {
  teamId: string
  name: string
  experimentId: string | null
  armName: string | null
  benchmark: string
  dataset: string | null
  agent: string | null
  model: string | null
  launch: import('@paddock/domain').LaunchRequest
  plannedTrials: number | null
  /** The daemon that reads it, and where its files stand on that host. */
  runnerId: string
  hostId: string
  directory: string
  startedAt: Date | null
}

/** A run that was executed elsewhere, held as `running` by the daemon that reads it in: record its trials, then finish it. `name-taken`: that run, untouched. */
export async function importRun(
  db: Db,
  imported: ImportedRun,
): Promise<{ kind: 'created' | 'name-taken'; run: RunRow }> {
  void db
  void imported
  throw new Error('not built yet')
}
