import type { RunStatus } from '@paddock/domain'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { runListColumns } from './list-columns.ts'

export interface RunQuery {
  status?: readonly RunStatus[]
  experimentId?: string
  armName?: string
  benchmark?: string
  /** Also those hidden by `clearFinished`. */
  hidden?: 'include'
  /** 1 to 500. */
  limit: number
  /** `seq` of the last run of the page before. */
  cursor?: number | null
}

export type RunListItem = Omit<RunRow, 'launch' | 'command'>

/**
 * Runs of the team, newest first; a page and where the next begins.
 * Indexes: run_visible, run_newest, run_by_status, run_by_benchmark, run_by_arm (each with team_id and seq).
 */
export async function listRuns(db: Db, query: RunQuery): Promise<{ runs: RunListItem[]; nextCursor: number | null }> {
  const runs = await db
    .select(runListColumns)
    .from(run)
    .where(
      and(
        // Written out: a plan for a parameter could not use the partial index.
        query.hidden === 'include' ? undefined : sql`not ${run.hidden}`,
        query.status === undefined ? undefined : inArray(run.status, [...query.status]),
        query.experimentId === undefined ? undefined : eq(run.experimentId, query.experimentId),
        query.armName === undefined ? undefined : eq(run.armName, query.armName),
        query.benchmark === undefined ? undefined : eq(run.benchmark, query.benchmark),
        query.cursor == null ? undefined : lt(run.seq, query.cursor),
      ),
    )
    .orderBy(desc(run.seq))
    .limit(query.limit + 1)
  const last = runs.length > query.limit ? runs[query.limit - 1] : undefined
  return { runs: runs.slice(0, query.limit), nextCursor: last?.seq ?? null }
}
