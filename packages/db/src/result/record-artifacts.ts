import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { storableText } from '../storable.ts'
import { lockRun } from './lock-run.ts'

export interface NewArtifact {
  /** Null: the run's own. */
  trialId: string | null
  path: string
  size: number
  mediaType: string
  sha256: string
  /** Bytes in the store, after compression. */
  storedSize: number
}

export interface ArtifactBatch {
  runId: string
  epoch: number
  artifacts: readonly NewArtifact[]
}

/** Files whose blobs are stored by now. One recorded again under its path points at the newer content. False: fenced. */
export async function recordArtifacts(db: Db, batch: ArtifactBatch): Promise<boolean> {
  if (batch.artifacts.length === 0) return true
  return db.transaction(async (tx) => {
    const held = await lockRun(tx, batch.runId, batch.epoch)
    if (held === null) return false
    const byPlace = new Map(batch.artifacts.map((file) => [`${file.trialId ?? ''}\0${file.path}`, file]))
    const rows = [...byPlace.values()].map((file) => ({ ...file, path: storableText(file.path) }))
    await tx.execute(sql`
      with file as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as file
          ("trialId" text, path text, size bigint, "mediaType" text, sha256 text, "storedSize" bigint)
      ),
      stored as (
        insert into blob (sha256, size, stored_size)
        select distinct on (sha256) sha256, size, "storedSize" from file order by sha256
        -- Locks the row where it is there already: nobody may free that content now.
        on conflict (sha256) do update set unused_since = null where blob.unused_since is not null
      )
      insert into artifact (team_id, run_id, trial_id, epoch, path, size, media_type, sha256)
      select ${held.teamId}, ${batch.runId}, "trialId", ${batch.epoch}, path, size, "mediaType", sha256 from file
      on conflict (run_id, epoch, trial_id, path) do update set
        size = excluded.size, media_type = excluded.media_type, sha256 = excluded.sha256, created_at = clock_timestamp()
      where artifact.sha256 <> excluded.sha256`)
    return true
  })
}
