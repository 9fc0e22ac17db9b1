import type { Db } from '../db.ts'

/** Ids of the lanes whose requirements `labels` cover, of `teams` (null: all). To be asked again every few seconds. */
export async function findLanes(
  db: Db,
  runner: { labels: readonly string[]; teams: readonly string[] | null },
): Promise<number[]> {
  void db
  void runner
  throw new Error('not built yet')
}
