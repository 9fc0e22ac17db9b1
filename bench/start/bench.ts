import { join } from 'node:path'
import { migrate } from '@paddock/db'
import type { Bench } from '../harness/bench.ts'
import type { Measured } from '../harness/document.ts'
import { interleave, type Rounds } from '../harness/interleave.ts'
import { packageVersion } from '../harness/package-version.ts'
import { median, medianRatio } from '../harness/statistics.ts'
import { takeSample } from '../harness/take-sample.ts'

const paddock = 'enqueue → child running'
const graphile = 'graphile-worker: job → the same child running'
const spawnAlone = 'the same child by spawn alone'

export const startBench: Bench = {
  name: 'start',
  measures: 'enqueue → child process running, p50 and p95, beside a graphile-worker job that starts the same child',
  rounds: 4,
  versions: () => ({ 'graphile-worker': packageVersion('graphile-worker') }),
  async measure({ server, rounds, report }) {
    await migrate(await server.createDatabase('paddock_empty'))
    const side = (key: string, module: string, template?: string) => ({
      key,
      take: async () =>
        takeSample(join(import.meta.dirname, 'sides', module), {
          url: await server.createDatabase('sampled', template),
        }),
    })
    const sides = [
      side(paddock, 'paddock.ts', 'paddock_empty'),
      side(graphile, 'graphile-worker.ts'),
      side(spawnAlone, 'spawn.ts'),
    ]
    return compare(await interleave(rounds, sides, report), rounds)
  },
}

function compare(values: Rounds, rounds: number): Measured {
  const of = (key: string, figure: string) => values[`${key}.${figure}`] ?? []
  const middle = (key: string, figure: string) => median(of(key, figure).filter((value) => value !== null))
  const both = (key: string) => ({
    [`${key} p50_ms`]: middle(key, 'p50_ms'),
    [`${key} p95_ms`]: middle(key, 'p95_ms'),
  })
  return {
    figures: both(paddock),
    references: { ...both(graphile), ...both(spawnAlone) },
    ratios: {
      'p50 / graphile-worker': medianRatio(of(paddock, 'p50_ms'), of(graphile, 'p50_ms')),
      'p95 / graphile-worker': medianRatio(of(paddock, 'p95_ms'), of(graphile, 'p95_ms')),
      'p50 / spawn alone': medianRatio(of(paddock, 'p50_ms'), of(spawnAlone, 'p50_ms')),
    },
    targets: {
      'p50 in ms': { measured: middle(paddock, 'p50_ms'), atMost: 15 },
      'p95 in ms': { measured: middle(paddock, 'p95_ms'), atMost: 40 },
    },
    rounds,
  }
}
