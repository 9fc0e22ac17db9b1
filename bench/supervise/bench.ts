import { join } from 'node:path'
import { migrate } from '@paddock/db'
import type { Bench } from '../harness/bench.ts'
import type { Measured } from '../harness/document.ts'
import { interleave, type Rounds } from '../harness/interleave.ts'
import { median, medianRatio } from '../harness/statistics.ts'
import { takeSample } from '../harness/take-sample.ts'

const paddock = 'paddock'
const wrapper = 'node-wrapper'

const figures = {
  'daemon alone pss_mb': 'daemon_alone_mb',
  'daemon with 50 runs pss_mb': 'daemon_few_mb',
  'daemon with 200 runs pss_mb': 'daemon_many_mb',
  'shim of a run pss_mb': 'shim_mb',
  'per run at 50 pss_mb': 'run_few_mb',
  'per run at 200 pss_mb': 'run_many_mb',
  'idle with 200 runs cpu_percent': 'idle_cpu_percent',
} as const

export const superviseBench: Bench = {
  name: 'supervise',
  measures: 'memory of daemon and helpers per supervised run at 50 and 200 sleeping children, and CPU at rest',
  rounds: 3,
  versions: () => ({}),
  async measure({ server, rounds, report }) {
    await migrate(await server.createDatabase('paddock_empty'))
    const sides = [
      {
        key: paddock,
        take: async () => {
          const url = await server.createDatabase('sampled', 'paddock_empty')
          return takeSample(join(import.meta.dirname, 'sides', 'paddock.ts'), { url }, 180_000)
        },
      },
      { key: wrapper, take: () => takeSample(join(import.meta.dirname, 'sides', 'node-wrapper.ts'), {}) },
    ]
    return compare(await interleave(rounds, sides, report), rounds)
  },
}

function compare(values: Rounds, rounds: number): Measured {
  const of = (key: string, figure: string) => values[`${key}.${figure}`] ?? []
  const middle = (key: string, figure: string) => median(of(key, figure).filter((value) => value !== null))
  return {
    figures: Object.fromEntries(Object.entries(figures).map(([title, figure]) => [title, middle(paddock, figure)])),
    references: { 'a Node process per run pss_mb': middle(wrapper, 'run_mb') },
    ratios: {
      'per run at 50 / a Node process': medianRatio(of(paddock, 'run_few_mb'), of(wrapper, 'run_mb')),
      'per run at 200 / a Node process': medianRatio(of(paddock, 'run_many_mb'), of(wrapper, 'run_mb')),
    },
    targets: {
      'MB per run at 200': { measured: middle(paddock, 'run_many_mb'), atMost: 1 },
      'idle CPU in percent of a core': { measured: middle(paddock, 'idle_cpu_percent'), atMost: 1 },
    },
    rounds,
  }
}
