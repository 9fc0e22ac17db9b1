import type { Db } from '../db.ts'
import type { ArtifactRow } from '../rows.ts'

/** A file by its path; of several attempts of the run the newest. */
export async function getArtifact(
  db: Db,
  request: { runId: string; trialId: string | null; path: string },
): Promise<ArtifactRow | null> {
  void db
  void request
  throw new Error('not built yet')
}
