import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface Start {
  runId: string
  epoch: number
  command: { argv: string[]; cwd: string; envNames: string[] }
  /** Where its results stand on its host. */
  directory: string | null
  pid: number
}

/** `starting` → `running`, once its process lives. Look at `cancelRequestedAt` of what it returns. Null: fenced. */
export async function startRun(db: Db, start: Start): Promise<RunRow | null> {
  void db
  void start
  throw new Error('not built yet')
}
