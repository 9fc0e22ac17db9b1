import { join } from 'node:path'
import { migrate } from '@paddock/db'
import postgres from 'postgres'
import type { Bench, BenchContext } from '../harness/bench.ts'
import type { Measured } from '../harness/document.ts'
import { interleave, type Rounds, type Side } from '../harness/interleave.ts'
import type { BenchServer } from '../harness/server.ts'
import { median, medianRatio } from '../harness/statistics.ts'
import { takeSample } from '../harness/take-sample.ts'
import { type Backlog, fillRuns } from '../queue/fill-runs.ts'
import type { ClaimsOptions } from './sides/claims.ts'

const warmUp = 30
/** What a snapshot keeps needs claims to be kept: so many a round before the first that counts. */
const warmUpUnderSnapshot = 500
const claims = 120

interface Scenario {
  key: string
  database: string
  backlog: Backlog
  /** An open snapshot: what claims leave behind in the index stays there. */
  snapshot?: 'held'
}

const small: Scenario = { key: '1 k ready', database: 'ready_1k', backlog: { ready: 1_000 } }
const large: Scenario = { key: '100 k ready', database: 'ready_100k', backlog: { ready: 100_000 } }
const scenarios: Scenario[] = [
  small,
  large,
  { key: '1 M ready', database: 'ready_1m', backlog: { ready: 1_000_000 } },
  { key: '1 k ready, 10 k parked', database: 'parked', backlog: { ready: 1_000, parked: 10_000 } },
  { key: '10 k ready, snapshot held', database: 'held', backlog: { ready: 10_000 }, snapshot: 'held' },
]

export const claimBacklogBench: Bench = {
  name: 'claim-backlog',
  measures: 'p50 and p95 of one claim at 1 k, 100 k and 1 M ready runs, with 10 k parked, under a held snapshot',
  rounds: 5,
  versions: () => ({}),
  async measure(context) {
    for (const scenario of scenarios) {
      const { key, database, backlog } = scenario
      context.report(`filling: ${key}`)
      const url = await context.server.createDatabase(database)
      await migrate(url)
      // Each round uses some up; they are added, so that the last round still has the backlog of its name.
      await fillRuns(url, { ...backlog, ready: backlog.ready + context.rounds * (warmUpOf(scenario) + claims) })
    }
    const holders = await Promise.all(
      scenarios
        .filter(({ snapshot }) => snapshot === 'held')
        .map(({ database }) => holdSnapshot(context.server, database)),
    )
    const values = await interleave(
      context.rounds,
      scenarios.map((scenario) => sideOf(context, scenario)),
      context.report,
    )
    for (const holder of holders) await holder.end({ timeout: 5 })
    return compare(values, context.rounds)
  },
}

/** A session that forgot its transaction: vacuum may take nothing away that is dead since now. */
async function holdSnapshot(server: BenchServer, database: string) {
  const sql = postgres(server.url(database), { max: 1, onnotice: () => {} })
  await sql`begin isolation level repeatable read`
  await sql`select count(*) from lane`
  return sql
}

const warmUpOf = ({ snapshot }: Scenario) => (snapshot === 'held' ? warmUpUnderSnapshot : warmUp)

function sideOf({ server }: BenchContext, scenario: Scenario): Side {
  const options: ClaimsOptions = { url: server.url(scenario.database), warmUp: warmUpOf(scenario), claims }
  return { key: scenario.key, take: () => takeSample(join(import.meta.dirname, 'sides', 'claims.ts'), options) }
}

function compare(values: Rounds, rounds: number): Measured {
  const measured: Measured = { figures: {}, references: {}, ratios: {}, targets: {}, rounds }
  const of = (scenario: Scenario, figure: string) => values[`${scenario.key}.${figure}`] ?? []
  const middle = (scenario: Scenario, figure: string) => median(of(scenario, figure).filter((value) => value !== null))
  for (const scenario of scenarios) {
    measured.figures[`${scenario.key} p50_ms`] = middle(scenario, 'p50_ms')
    measured.figures[`${scenario.key} p95_ms`] = middle(scenario, 'p95_ms')
    measured.references[`${scenario.key}: commit of one row p50_ms`] = middle(scenario, 'flush_ms')
    if (scenario === small) continue
    const ratio = medianRatio(of(scenario, 'p50_ms'), of(small, 'p50_ms'))
    measured.ratios[`${scenario.key} / ${small.key}`] = ratio
    if (scenario === large) measured.targets[`${large.key} / ${small.key}`] = { measured: ratio, atMost: 1.5 }
  }
  for (const scenario of [small, large]) {
    measured.targets[`${scenario.key} p50_ms`] = { measured: middle(scenario, 'p50_ms'), atMost: 2 }
  }
  return measured
}
