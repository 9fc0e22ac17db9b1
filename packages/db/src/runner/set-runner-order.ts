import type { Db } from '../db.ts'
import type { RunnerOrderRow } from '../rows.ts'

export interface NewRunnerOrder {
  name: string
  kind: 'pause' | 'drain'
  note: string | null
  until: Date | null
  by: string
}

/** What an operator wants of the runners of a name, until cleared or until its time; wakes them. */
export async function setRunnerOrder(db: Db, order: NewRunnerOrder): Promise<RunnerOrderRow> {
  void db
  void order
  throw new Error('not built yet')
}
