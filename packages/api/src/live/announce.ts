import { type ChangedEntity, type Db, notifyChanges } from '@paddock/db'
import type { SignedInContext } from '../procedure.ts'

/** Tells the team's open pages of a change, once its transaction commits. */
export async function announce(ctx: SignedInContext, tx: Db, entity: ChangedEntity, id: string): Promise<void> {
  await notifyChanges(tx, [[ctx.principal.teamId, entity, id]])
}
