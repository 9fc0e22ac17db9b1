import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { ArtifactRow } from '../rows.ts'
import { artifact } from '../schema/index.ts'

/** A file by its path, of the attempt `epoch`; null: of several attempts of the run the newest. */
export async function getArtifact(
  db: Db,
  request: { runId: string; trialId: string | null; path: string; epoch?: number | null },
): Promise<ArtifactRow | null> {
  const [row] = await db
    .select()
    .from(artifact)
    .where(
      and(
        eq(artifact.runId, request.runId),
        request.trialId === null ? isNull(artifact.trialId) : eq(artifact.trialId, request.trialId),
        eq(artifact.path, request.path),
        request.epoch == null ? undefined : eq(artifact.epoch, request.epoch),
      ),
    )
    .orderBy(desc(artifact.epoch))
    .limit(1)
  return row ?? null
}
