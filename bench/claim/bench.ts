import { join } from 'node:path'
import { migrate } from '@paddock/db'
import type { Bench, BenchContext } from '../harness/bench.ts'
import type { Bound, Measured } from '../harness/document.ts'
import { interleave, type Rounds, type Side } from '../harness/interleave.ts'
import { packageVersion } from '../harness/package-version.ts'
import type { BenchServer } from '../harness/server.ts'
import { median, medianRatio } from '../harness/statistics.ts'
import { takeSample } from '../harness/take-sample.ts'
import { fillRuns } from '../queue/fill-runs.ts'
import { prepareGraphile } from './sides/graphile-worker.ts'
import { preparePgBoss } from './sides/pg-boss.ts'
import { pgbenchVersion, prepareRaw } from './sides/raw.ts'

const connectionCounts = [1, 4, 16]
/** More than the fastest side takes in one sample. */
const backlog = 30_000

const rawName = pgbenchVersion() === null ? 'raw-postgres.js' : 'pgbench'

interface Shape {
  name: string
  module: string
  template: string
  batches: number[]
}

const paddock: Shape = { name: 'paddock', module: 'paddock.ts', template: 'paddock_filled', batches: [1, 10] }
const references: Shape[] = [
  { name: rawName, module: 'raw.ts', template: 'raw_filled', batches: [1] },
  { name: 'graphile-worker', module: 'graphile-worker.ts', template: 'graphile_filled', batches: [1, 10] },
  { name: 'pg-boss', module: 'pg-boss.ts', template: 'pg_boss_filled', batches: [1, 10] },
]

export const claimBench: Bench = {
  name: 'claim',
  measures: 'claim + finish per second at 1, 4 and 16 connections, beside pgbench, graphile-worker and pg-boss',
  rounds: 5,
  versions: () => ({
    pgbench: pgbenchVersion() ?? 'not installed: the same SQL through postgres.js',
    'graphile-worker': packageVersion('graphile-worker'),
    'pg-boss': packageVersion('pg-boss'),
  }),
  async measure(context) {
    await prepareTemplates(context.server)
    const shapes = [paddock, ...references]
    const sides = connectionCounts.flatMap((connections) =>
      shapes.flatMap((shape) => shape.batches.map((batch) => sideOf(context, shape, connections, batch))),
    )
    const values = await interleave(context.rounds, sides, context.report)
    return compare(values, context.rounds)
  },
}

async function prepareTemplates(server: BenchServer): Promise<void> {
  const url = await server.createDatabase(paddock.template)
  await migrate(url)
  await fillRuns(url, { ready: backlog })
  await prepareRaw(await server.createDatabase('raw_filled'), backlog)
  await prepareGraphile(await server.createDatabase('graphile_filled'), backlog)
  await preparePgBoss(await server.createDatabase('pg_boss_filled'), backlog)
}

function sideOf({ server }: BenchContext, shape: Shape, connections: number, batch: number): Side {
  return {
    key: keyOf(shape.name, connections, batch),
    async take() {
      const url = await server.createDatabase('sampled', shape.template)
      return takeSample(join(import.meta.dirname, 'sides', shape.module), { url, connections, batch })
    },
  }
}

const keyOf = (name: string, connections: number, batch: number) => `${name} batch ${batch} × ${connections}`

function compare(values: Rounds, rounds: number): Measured {
  const measured: Measured = { figures: {}, references: {}, ratios: {}, targets: {}, rounds }
  const valuesOf = (key: string) => values[`${key}.per_s`] ?? []
  const perSecond = (key: string) => median(valuesOf(key).filter((value) => value !== null))
  for (const connections of connectionCounts) {
    for (const batch of paddock.batches) {
      const key = keyOf(paddock.name, connections, batch)
      measured.figures[`${key} per_s`] = perSecond(key)
      for (const reference of references) {
        // What has no batches is compared with both.
        const referenceKey = keyOf(reference.name, connections, reference.batches.includes(batch) ? batch : 1)
        measured.references[`${referenceKey} per_s`] = perSecond(referenceKey)
        const ratio = medianRatio(valuesOf(key), valuesOf(referenceKey))
        measured.ratios[`${key} / ${reference.name}`] = ratio
        const bound = targetOf(reference, batch, ratio)
        if (bound !== null) measured.targets[`${key} / ${reference.name}`] = bound
      }
    }
  }
  return measured
}

/** One at a time is what a runner does nearly always: a claim becomes a process. */
function targetOf(reference: Shape, batch: number, ratio: number): Bound | null {
  return batch === 1 && reference.name !== rawName ? { measured: ratio, atLeast: 1 } : null
}
