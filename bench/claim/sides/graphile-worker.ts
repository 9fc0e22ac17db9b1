import { makeWorkerUtils, run } from 'graphile-worker'
import { quietLogger } from '../../queue/quiet-logger.ts'
import { countWindow } from '../count-window.ts'
import type { LoadOptions } from './load-options.ts'

/** Its schema and `jobs` jobs; to be called on an empty database. */
export async function prepareGraphile(url: string, jobs: number): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString: url, logger: quietLogger })
  await utils.migrate()
  await utils.withPgClient(async (client) => {
    await client.query(
      `select 1 from graphile_worker.add_jobs(array(
        select json_populate_record(null::graphile_worker.job_spec,
          json_build_object('identifier', 'nothing', 'payload', json_build_object('id', i)))
        from generate_series(1, $1::integer) as i))`,
      [jobs],
    )
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  })
  await utils.release()
}

/** `batch` 1: a statement a claim and one a completion. More: its local queue, with completions in batches. */
export async function sample({ url, connections, batch }: LoadOptions) {
  const counter = { count: 0 }
  const batching =
    batch === 1
      ? {}
      : {
          localQueue: { size: batch * connections, refetchDelay: { durationMs: 10 } },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        }
  await run({
    noHandleSignals: true,
    taskList: {
      nothing: () => {
        counter.count += 1
      },
    },
    preset: {
      worker: {
        connectionString: url,
        concurrentJobs: connections,
        // One of them listens.
        maxPoolSize: connections + 1,
        logger: quietLogger,
        ...batching,
      },
    },
  })
  return { per_s: await countWindow(counter) }
}
