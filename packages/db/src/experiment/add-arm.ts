import type { ArmRole, LaunchRequest } from '@paddock/domain'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { ArmRow } from '../rows.ts'
import { arm, experiment } from '../schema/index.ts'

export interface NewArm {
  teamId: string
  experimentId: string
  name: string
  role: ArmRole | null
  note: string | null
  label: string | null
  launch: LaunchRequest
}

export type ArmAdded = { kind: 'created' | 'existing'; arm: ArmRow } | { kind: 'no-experiment' }

/** Adds an arm to an existing experiment. `existing`: the name is taken, by this row. */
export async function addArm(db: Db, request: NewArm): Promise<ArmAdded> {
  const [known] = await db
    .select({ id: experiment.id })
    .from(experiment)
    .where(and(eq(experiment.teamId, request.teamId), eq(experiment.id, request.experimentId)))
    .for('key share')
  if (known === undefined) return { kind: 'no-experiment' }
  const [created] = await db.insert(arm).values(request).onConflictDoNothing().returning()
  if (created !== undefined) return { kind: 'created', arm: created }
  const [existing] = await db
    .select()
    .from(arm)
    .where(and(eq(arm.teamId, request.teamId), eq(arm.experimentId, request.experimentId), eq(arm.name, request.name)))
  if (existing === undefined) throw new Error(`arm ${request.name} was deleted at this moment`)
  return { kind: 'existing', arm: existing }
}
