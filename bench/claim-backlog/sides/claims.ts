import { claimRuns, connect, finishRun } from '@paddock/db'
import { queueLimits } from '@paddock/domain'
import postgres from 'postgres'
import { percentile } from '../../harness/statistics.ts'
import { registerBenchRunner } from '../../queue/register-bench-runner.ts'

export interface ClaimsOptions {
  url: string
  /** Claims before the first that counts. */
  warmUp: number
  claims: number
}

/**
 * Single claims of one daemon, each finished before the next: p50 and p95 of the claim alone, with its commit. Between
 * them the disk's share: the commit of one updated row.
 */
export async function sample({ url, warmUp, claims }: ClaimsOptions) {
  const { db } = connect(url, { role: 'paddock_runner', applicationName: 'bench', max: 1 })
  const disk = postgres(url, { max: 1, onnotice: () => {} })
  await disk`create table if not exists flushed as select 0 as count`
  const runner = await registerBenchRunner(db)
  const took: number[] = []
  const flushes: number[] = []
  for (let i = 0; i < warmUp + claims; i += 1) {
    const beforeClaim = performance.now()
    const { runs } = await claimRuns(db, { ...runner, freeWeight: null, limit: 1, limits: queueLimits })
    took.push(performance.now() - beforeClaim)
    const [run] = runs
    if (run === undefined) throw new Error('nothing was claimed: the backlog is used up, or the beat is too old')
    const outcome = { status: 'succeeded', exitCode: 0 } as const
    await finishRun(db, { runId: run.id, epoch: run.epoch, outcome, treeGone: true })
    const beforeFlush = performance.now()
    await disk`update flushed set count = count + 1`
    flushes.push(performance.now() - beforeFlush)
  }
  const [counted, flushed] = [took.slice(warmUp), flushes.slice(warmUp)]
  return { p50_ms: percentile(counted, 0.5), p95_ms: percentile(counted, 0.95), flush_ms: percentile(flushed, 0.5) }
}
