import type { BenchmarkDefinition } from '@paddock/benchmarks/definition'
import { type LaunchPlan, type LaunchRequest, planLaunch, slugOf } from '@paddock/domain'
import { Refusal } from '../errors/refusal.ts'
import { findBenchmark } from './benchmarks.ts'
import type { Needed } from './offers.ts'

export interface PreparedLaunch {
  definition: BenchmarkDefinition
  /** With the benchmark's defaults filled in; frozen from here on. */
  launch: LaunchRequest
  plan: LaunchPlan
  /** What a runner must offer. */
  needed: Needed[]
}

/**
 * Checks a request against its benchmark and plans it; nothing is written.
 * @throws ZodError or Refusal naming the field
 */
export function prepareLaunch(request: LaunchRequest): PreparedLaunch {
  const definition = findBenchmark(request.benchmark)
  const launch = withArm(definition.launchSchema.parse(request))
  const needsAgentOnRunner = definition.hostAgents?.includes(launch.agent ?? definition.defaultAgent) ?? false
  const plan = planLaunch(launch, {
    defaults: definition.defaults,
    plannedTrials: (one) => definition.plannedTrials(one),
    needsAgentOnRunner,
  })
  const needed: Needed[] = [{ kind: 'benchmark', id: definition.id }]
  if (needsAgentOnRunner && launch.agent !== undefined) needed.push({ kind: 'agent', id: launch.agent })
  return { definition, launch, plan, needed }
}

/** In an experiment every run belongs to an arm; without a name it is called after its model or agent. */
function withArm(launch: LaunchRequest): LaunchRequest {
  if (launch.experiment === undefined) {
    if (launch.arm === undefined) return launch
    throw new Refusal(
      'LAUNCH_INVALID',
      `arm: "${launch.arm}" belongs to no experiment.`,
      'Name the experiment too, or leave the arm out.',
    )
  }
  return { ...launch, arm: launch.arm ?? slugOf(launch.model ?? launch.agent ?? launch.benchmark) }
}
