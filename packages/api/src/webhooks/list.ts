import { listWebhooks } from '@paddock/db'
import { procedure } from '../procedure.ts'
import { webhookView } from './webhook-view.ts'

/** The team's endpoints, oldest first: whether they are reached, and how much waits for them. */
export const list = procedure.meta({ role: 'admin' }).query(({ ctx }) =>
  ctx.inTeam(async (tx) => {
    const rows = await listWebhooks(tx, ctx.principal.teamId)
    return rows.map((row) => ({ ...webhookView(row), pending: row.pending }))
  }),
)
