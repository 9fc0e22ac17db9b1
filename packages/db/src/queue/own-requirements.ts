import { hostLabel } from '@paddock/domain'
import { eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'
import { lane } from '../schema/index.ts'

/** What a run requires by its launch: that of its lane, without the host that a resume bound it to. */
export async function ownRequirements(tx: Db, run: Pick<RunRow, 'laneId' | 'resume' | 'launch'>): Promise<string[]> {
  const [row] = await tx.select({ requires: lane.requires }).from(lane).where(eq(lane.id, run.laneId))
  if (row === undefined) throw new Error(`lane ${run.laneId} of a run is gone`)
  const bound = run.resume === null ? null : hostLabel(run.resume.hostId)
  return row.requires.filter((label) => label !== bound || run.launch.labels?.includes(label))
}
