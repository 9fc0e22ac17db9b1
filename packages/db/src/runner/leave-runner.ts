import type { Db } from '../db.ts'

/** A daemon says good-bye: `gone`; runs that it still holds wait for adoption by its host. */
export async function leaveRunner(db: Db, runnerId: string, reason: string): Promise<void> {
  void db
  void runnerId
  void reason
  throw new Error('not built yet')
}
