import type { RunStatus } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'

export interface RunQuery {
  status?: readonly RunStatus[]
  experimentId?: string
  armName?: string
  benchmark?: string
  /** Also those hidden by `clearFinished`. */
  hidden?: boolean
  /** 1 to 500. */
  limit: number
  /** `seq` of the last run of the page before. */
  cursor?: number | null
}

export type RunListItem = Omit<RunRow, 'launch' | 'command'>

/** Runs of the team, newest first; a page and where the next begins. */
export async function listRuns(db: Db, query: RunQuery): Promise<{ runs: RunListItem[]; nextCursor: number | null }> {
  void db
  void query
  throw new Error('not built yet')
}
