import { listEvents } from '@paddock/db'
import { z } from 'zod'
import { anyId, smallCount } from '../ids.ts'
import { procedure } from '../procedure.ts'
import { findRun } from './read-run.ts'

/** What happened to a run, in order, after sequence number `after`; up to 500 at a time. */
export const events = procedure
  .meta({ role: 'viewer' })
  .input(z.strictObject({ id: anyId, after: smallCount.default(0) }))
  .query(({ ctx, input }) =>
    ctx.inTeam(async (tx) => {
      await findRun(tx, input.id)
      const rows = await listEvents(tx, { runId: input.id, after: input.after })
      return rows.map(({ seq, kind, at, epoch, by, data }) => ({ seq, kind, at, epoch, by, data }))
    }),
  )
