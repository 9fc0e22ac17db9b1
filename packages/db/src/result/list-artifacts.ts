import type { Db } from '../db.ts'
import type { ArtifactRow } from '../rows.ts'

/** Files of a run, or of one of its trials, by path. */
export async function listArtifacts(
  db: Db,
  request: { runId: string; trialId?: string | null },
): Promise<ArtifactRow[]> {
  void db
  void request
  throw new Error('not built yet')
}
