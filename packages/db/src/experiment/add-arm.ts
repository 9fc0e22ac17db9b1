import type { ArmRole, LaunchRequest } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { ArmRow } from '../rows.ts'

export interface NewArm {
  teamId: string
  experimentId: string
  name: string
  role: ArmRole | null
  note: string | null
  label: string | null
  launch: LaunchRequest
}

/** Adds an arm to an existing experiment. `existing`: the name is taken. */
export async function addArm(
  db: Db,
  request: NewArm,
): Promise<{ kind: 'created' | 'existing'; arm: ArmRow } | { kind: 'no-experiment' }> {
  void db
  void request
  throw new Error('not built yet')
}
