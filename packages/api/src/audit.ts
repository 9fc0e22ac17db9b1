import { type Db, recordAudit } from '@paddock/db'
import type { SignedInContext } from './procedure.ts'

export interface AuditedChange {
  /** `<entity>.<verb>` */
  action: string
  object: string
  before?: unknown
  after?: unknown
}

/** Writes who changed what into the audit log, in the transaction of the change. */
export async function audit(ctx: SignedInContext, tx: Db, change: AuditedChange): Promise<void> {
  const address = ctx.headers.get('x-forwarded-for')
  await recordAudit(tx, {
    teamId: ctx.principal.teamId,
    by: ctx.principal.userId,
    origin: address === null ? ctx.principal.via : `${ctx.principal.via} ${address.slice(0, 100)}`,
    ...change,
  })
}
