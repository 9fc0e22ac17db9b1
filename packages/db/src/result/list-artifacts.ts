import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { ArtifactRow } from '../rows.ts'
import { artifact } from '../schema/index.ts'

/** Files of a run of its own, or of one of its trials, by path; of several attempts of the run the newest. */
export async function listArtifacts(
  db: Db,
  request: { runId: string; trialId?: string | null },
): Promise<ArtifactRow[]> {
  return db
    .selectDistinctOn([artifact.path])
    .from(artifact)
    .where(
      and(
        eq(artifact.runId, request.runId),
        request.trialId == null ? isNull(artifact.trialId) : eq(artifact.trialId, request.trialId),
      ),
    )
    .orderBy(asc(artifact.path), desc(artifact.epoch))
}
