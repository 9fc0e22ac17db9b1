import type { Db } from '../db.ts'

export type ChangedEntity = 'experiment' | 'run' | 'trial' | 'runner' | 'trace'
/** Team (null: a runner, which all see), entity, id. */
export type Change = readonly [teamId: string | null, entity: ChangedEntity, id: string]

export const wakeChannel = 'paddock_wake'
export const changeChannel = 'paddock_change'

/** Tells the web hubs what changed, in as few notifications as fit (8,000 bytes each). Ids only. */
export async function notifyChanges(db: Db, changes: readonly Change[]): Promise<void> {
  void db
  void changes
  throw new Error('not built yet')
}
