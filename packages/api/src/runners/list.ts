import { listRunners } from '@paddock/db'
import { hostLabel, queueLimits } from '@paddock/domain'
import { procedure } from '../procedure.ts'
import { servesTeam } from './find-runner.ts'

/** The runners that serve the team, living or gone within a day. Weights are units. */
export const list = procedure.meta({ role: 'viewer' }).query(async ({ ctx }) => {
  const fleet = await ctx.inTeam((tx) => listRunners(tx, queueLimits))
  return fleet
    .filter(({ runner }) => servesTeam(runner, ctx.principal.teamId))
    .map(({ runner, state, order, usedWeight, heldRuns, runs }) => ({
      id: runner.id,
      name: runner.name,
      state,
      /** Why it is quarantined, or how it went. */
      statusReason: runner.statusReason,
      configError: runner.configError,
      /** What the start before this one said, when it never came up; redacted. */
      bootLog: runner.bootLog,
      version: runner.version,
      /** Without that of its host, which every runner has. */
      labels: runner.labels.filter((label) => label !== hostLabel(runner.hostId)),
      /** Null: no cap. */
      capacity: runner.capacity === null ? null : runner.capacity / 100,
      usedWeight: usedWeight / 100,
      /** Of all teams; `runs` names the own ones. */
      heldRuns,
      runs,
      offers: runner.offers,
      once: runner.once,
      startedAt: runner.startedAt,
      beatAt: runner.beatAt,
      goneAt: runner.goneAt,
      order: order === null ? null : { kind: order.kind, note: order.note, until: order.until, at: order.at },
    }))
})
