import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

export interface FreeBlobs {
  /** How long a blob has to be unused before its content goes. */
  blobGraceMs: number
  /** Removes the content from the store, unless it was stored again within the grace. */
  remove(sha256: string): Promise<void>
}

const batch = 200

/**
 * Removes blobs that were unused for the grace, up to 200 a call; returns how many. The row of each stays locked while
 * its content goes: whoever records an artifact of the same content waits for that, and then writes the row anew.
 */
export async function freeBlobs(db: Db, { blobGraceMs, remove }: FreeBlobs): Promise<number> {
  const due = await db.execute<{ sha256: string }>(sql`
    select sha256 from blob where unused_since < clock_timestamp() - ${blobGraceMs}::float8 * interval '1 ms'
    limit ${batch}`)
  let freed = 0
  for (const { sha256 } of due) {
    freed += await db.transaction(async (tx) => {
      const gone = await tx.execute(sql`
        delete from blob where sha256 = ${sha256}
          and unused_since < clock_timestamp() - ${blobGraceMs}::float8 * interval '1 ms'
          and not exists (select from artifact where artifact.sha256 = blob.sha256)
        returning sha256`)
      for (const _ of gone) await remove(sha256)
      return gone.length
    })
  }
  return freed
}
