import { eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'
import { run, runner } from '../schema/index.ts'

export interface RunDetail {
  run: RunRow
  /** The daemon that holds it, or last did. */
  runner: { id: string; name: string; beatAt: Date; status: 'ready' | 'draining' | 'quarantined' | 'gone' } | null
}

/** A run with its runner. Null: no such run. */
export async function getRun(db: Db, runId: string): Promise<RunDetail | null> {
  const [row] = await db
    .select({ run, runner: { id: runner.id, name: runner.name, beatAt: runner.beatAt, status: runner.status } })
    .from(run)
    .leftJoin(runner, eq(runner.id, run.runnerId))
    .where(eq(run.id, runId))
  return row ?? null
}
