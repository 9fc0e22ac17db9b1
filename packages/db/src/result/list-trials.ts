import type { TrialStatus } from '@paddock/domain'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { readCursor, writeCursor } from '../keyset.ts'
import type { TrialRow } from '../rows.ts'
import { trial } from '../schema/index.ts'

export interface TrialQuery {
  runId: string
  /** Superseded trials have none that counts: they are in the whole list only. */
  status?: TrialStatus
  task?: string
  /** 1 to 500. */
  limit: number
  cursor?: string | null
}

/** Trials of a run by task, attempt and name; a page and where the next begins. Index: trial_by_task. */
export async function listTrials(
  db: Db,
  query: TrialQuery,
): Promise<{ trials: TrialRow[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor, ['string', 'number', 'string'] as const)
  const trials = await db
    .select()
    .from(trial)
    .where(
      and(
        eq(trial.runId, query.runId),
        query.status === undefined ? undefined : and(eq(trial.status, query.status), isNull(trial.supersededAt)),
        query.task === undefined ? undefined : eq(trial.task, query.task),
        after === null ? undefined : sql`(task, attempt, name) > (${after[0]}, ${after[1]}::integer, ${after[2]})`,
      ),
    )
    .orderBy(asc(trial.task), asc(trial.attempt), asc(trial.name))
    .limit(query.limit + 1)
  const last = trials.length > query.limit ? trials[query.limit - 1] : undefined
  return {
    trials: trials.slice(0, query.limit),
    nextCursor: last === undefined ? null : writeCursor([last.task, last.attempt, last.name]),
  }
}
