import { benchmarkDefinitions } from '@paddock/benchmarks/definition'
import { fleetOffers } from '@paddock/db'
import { queueLimits } from '@paddock/domain'
import { procedure } from '../procedure.ts'

/** What can be launched, and on which runners; where not, why not. */
export const list = procedure.meta({ role: 'viewer' }).query(async ({ ctx }) => {
  const offers = await ctx.inTeam((tx) => fleetOffers(tx, { teamId: ctx.principal.teamId, limits: queueLimits }))
  return Object.values(benchmarkDefinitions).map((definition) => ({
    id: definition.id,
    title: definition.title,
    description: definition.description,
    defaultDataset: definition.defaultDataset,
    datasets: definition.datasets,
    agents: definition.agents,
    defaultAgent: definition.defaultAgent,
    metrics: definition.metrics,
    fields: definition.fields,
    defaults: definition.defaults,
    runners: offers
      .filter((offer) => offer.kind === 'benchmark' && offer.id === definition.id)
      .map((offer) => ({ name: offer.runnerName, available: offer.reason === null, reason: offer.reason })),
  }))
})
