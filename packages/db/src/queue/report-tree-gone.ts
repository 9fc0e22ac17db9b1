import type { Db } from '../db.ts'

export interface TreeReport {
  runId: string
  /** Of the attempt whose processes are gone. */
  epoch: number
  hostId: string
}

/** Its host proved the process tree of an attempt dead: frees the workspace key; a lost run becomes `orphaned`, others keep their status. */
export async function reportTreeGone(db: Db, report: TreeReport): Promise<'orphaned' | 'released' | 'nothing'> {
  void db
  void report
  throw new Error('not built yet')
}
