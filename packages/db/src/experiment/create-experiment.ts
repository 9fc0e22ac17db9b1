import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { ExperimentRow } from '../rows.ts'
import { experiment } from '../schema/index.ts'
import { storableText } from '../storable.ts'

export interface NewExperiment {
  teamId: string
  id: string
  goal: string
  createdBy: string | null
}

/** Registers an experiment; again, it keeps its goal unless that was empty. */
export async function createExperiment(
  db: Db,
  request: NewExperiment,
): Promise<{ kind: 'created' | 'existing'; experiment: ExperimentRow }> {
  const goal = storableText(request.goal)
  const [created] = await db
    .insert(experiment)
    .values({ ...request, goal })
    .onConflictDoNothing()
    .returning()
  if (created !== undefined) return { kind: 'created', experiment: created }
  const [existing] = await db
    .update(experiment)
    .set({ goal: sql`case when goal = '' then ${goal} else goal end` })
    .where(and(eq(experiment.teamId, request.teamId), eq(experiment.id, request.id)))
    .returning()
  if (existing === undefined) throw new Error(`experiment ${request.id} was deleted at this moment`)
  return { kind: 'existing', experiment: existing }
}
