import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { ExperimentRow } from '../rows.ts'
import { experiment } from '../schema/index.ts'
import { storableText } from '../storable.ts'

export interface ExperimentChange {
  goal?: string
  status?: 'open' | 'closed'
  verdict?: string | null
}

/** Edits what people wrote; before and after, for the audit log. Null: no such experiment in the team. */
export async function editExperiment(
  db: Db,
  experimentId: string,
  change: ExperimentChange,
): Promise<{ before: ExperimentRow; after: ExperimentRow } | null> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(experiment).where(eq(experiment.id, experimentId)).for('update')
    if (before === undefined) return null
    const [after] = await tx
      .update(experiment)
      .set({
        goal: change.goal === undefined ? undefined : storableText(change.goal),
        status: change.status,
        verdict: change.verdict == null ? change.verdict : storableText(change.verdict),
        updatedAt: sql`clock_timestamp()`,
      })
      .where(eq(experiment.id, experimentId))
      .returning()
    return after === undefined ? null : { before, after }
  })
}
