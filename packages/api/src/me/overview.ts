import { listRunners, teamCounts } from '@paddock/db'
import { queueLimits } from '@paddock/domain'
import { procedure } from '../procedure.ts'
import { servesTeam } from '../runners/find-runner.ts'

const onlineStates = ['ready', 'busy', 'draining', 'drained', 'paused', 'quarantined', 'late']

/** The figures beside every page: how much there is of what, and how much of the fleet is in use (weight units). */
export const overview = procedure.meta({ role: 'viewer' }).query(({ ctx }) =>
  ctx.inTeam(async (tx) => {
    const { teamId } = ctx.principal
    const counts = await teamCounts(tx, teamId)
    const fleet = await listRunners(tx, queueLimits)
    const online = fleet.filter(({ runner, state }) => servesTeam(runner, teamId) && onlineStates.includes(state))
    const unbounded = online.some(({ runner }) => runner.capacity === null)
    return {
      experiments: counts.experiments,
      runs: counts.liveRuns,
      runners: online.length,
      capacity: {
        used: online.reduce((sum, one) => sum + one.usedWeight, 0) / 100,
        /** Null: a runner without a cap is online. */
        total: unbounded ? null : online.reduce((sum, { runner }) => sum + (runner.capacity ?? 0), 0) / 100,
        running: counts.liveRuns - counts.waitingRuns,
        waiting: counts.waitingRuns,
      },
    }
  }),
)
