import type { Db } from '../db.ts'

/** Takes an order back; wakes the runners of that name. False: there was none. */
export async function clearRunnerOrder(db: Db, name: string): Promise<boolean> {
  void db
  void name
  throw new Error('not built yet')
}
