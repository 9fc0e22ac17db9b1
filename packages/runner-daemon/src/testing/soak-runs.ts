import type { NewRun } from '@paddock/db'
import type { LaunchRequest } from '@paddock/domain'

/** Until the end of the unrest no runner has it. */
export const lateLabel = 'rare'
const labels = [[], [], [], [], ['fast'], ['fast'], ['big'], ['slow'], ['slow']] as const
const weights = [10, 10, 50, 50, 100, 100, 100, 150, 200] as const
/** Heavier than any runner's capacity: goes alone. */
const tooHeavy = 500
const agents = ['oracle', 'oracle', 'coin:0.5:1', 'coin:0.5:2', 'coin:0.5:3', 'coin:0.5:4'] as const
const workspaces = 8

/** Short runs of every kind that a queue has to tell apart; the same ones for the same numbers. */
export function soakRuns(teamId: string, howMany: number, random: () => number): NewRun[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  return Array.from({ length: howMany }, (_, index): NewRun => {
    const name = `soak-${String(index).padStart(3, '0')}`
    const wanted = index % 25 === 24 ? [lateLabel] : [...pick(labels)]
    const launch: LaunchRequest = {
      ...{ benchmark: 'edit', agent: pick(agents), tasks: 1, concurrency: 1, name, labels: wanted },
      settings: { delay: `${200 + Math.floor(random() * 1_000)}ms` },
    }
    return {
      ...{ teamId, name, launch, benchmark: 'edit', dataset: 'typescript-edit', agent: launch.agent },
      ...{ requires: ['benchmark:edit', ...wanted], maxQueueAgeMs: 3_600_000, idempotencyKey: name },
      weight: index % 50 === 10 ? tooHeavy : pick(weights),
      priority: Math.floor(random() * 21) - 10,
      workspaceKey: random() < 0.4 ? `soak:/work/${Math.floor(random() * workspaces)}` : null,
      // One that may be repeated is, as often as its runner dies: the unrest is no fault of its own.
      ...(random() < 0.2 ? { onLost: 'requeue', infraBudget: 1_000 } : { onLost: 'report' }),
    }
  })
}
