import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** Begins the grace of blobs that no artifact refers to, and ends it for those that one does again. Index: artifact_blob. */
export async function markUnusedBlobs(db: Db): Promise<void> {
  await db.execute(sql`
    update blob set unused_since = case when unused_since is null then clock_timestamp() end
    where (unused_since is null) = not exists (select from artifact where artifact.sha256 = blob.sha256)`)
}
