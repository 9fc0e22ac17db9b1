import { claimRuns, connect, type Db, finishRun } from '@paddock/db'
import { queueLimits } from '@paddock/domain'
import type { BenchRunner } from '../../queue/register-bench-runner.ts'
import { registerBenchRunner } from '../../queue/register-bench-runner.ts'
import { countWindow } from '../count-window.ts'
import type { LoadOptions } from './load-options.ts'

/** As many daemons as connections, each of which claims and finishes, one claim after the other. */
export async function sample({ url, connections, batch }: LoadOptions) {
  const { db } = connect(url, { role: 'paddock_runner', applicationName: 'bench', max: connections })
  const counter = { count: 0 }
  for (let i = 0; i < connections; i += 1) void claimForEver(db, await registerBenchRunner(db), batch, counter)
  return { per_s: await countWindow(counter) }
}

async function claimForEver(db: Db, runner: BenchRunner, batch: number, counter: { count: number }): Promise<never> {
  for (;;) {
    const { runs } = await claimRuns(db, { ...runner, freeWeight: null, limit: batch, limits: queueLimits })
    await Promise.all(
      runs.map(async ({ id: runId, epoch }) => {
        const finished = await finishRun(db, {
          runId,
          epoch,
          outcome: { status: 'succeeded', exitCode: 0 },
          treeGone: true,
        })
        if (finished === null) throw new Error(`run ${runId} was fenced: nobody but this loop holds it`)
        counter.count += 1
      }),
    )
  }
}
