import type { TrialStatus } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { TrialRow } from '../rows.ts'

export interface TrialQuery {
  runId: string
  status?: TrialStatus
  task?: string
  /** 1 to 500. */
  limit: number
  cursor?: string | null
}

/** Trials of a run by task, attempt and name; a page and where the next begins. */
export async function listTrials(
  db: Db,
  query: TrialQuery,
): Promise<{ trials: TrialRow[]; nextCursor: string | null }> {
  void db
  void query
  throw new Error('not built yet')
}
