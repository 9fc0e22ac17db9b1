import type { Db } from '../db.ts'

/** Promotes the first waiter of each workspace key that nobody holds. Returns how many. */
export async function sweepParked(db: Db): Promise<number> {
  void db
  throw new Error('not built yet')
}
