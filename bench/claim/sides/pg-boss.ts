import { PgBoss } from 'pg-boss'
import { countWindow } from '../count-window.ts'
import type { LoadOptions } from './load-options.ts'

const queue = 'bench'

/** Its schema and `jobs` jobs; to be called on an empty database. */
export async function preparePgBoss(url: string, jobs: number): Promise<void> {
  const boss = await open(url, 2)
  await boss.createQueue(queue)
  for (let sent = 0; sent < jobs; sent += 5_000) {
    const count = Math.min(5_000, jobs - sent)
    await boss.insert(
      queue,
      Array.from({ length: count }, (_, i) => ({ data: { id: sent + i } })),
    )
  }
  await boss.getDb().executeSql('vacuum (analyze)')
  await boss.getDb().executeSql('checkpoint')
  await boss.stop({ graceful: false })
}

/** fetch and complete without its worker, which would wait for its polling interval between two batches. */
export async function sample({ url, connections, batch }: LoadOptions) {
  const boss = await open(url, connections)
  const counter = { count: 0 }
  for (let i = 0; i < connections; i += 1) void fetchForEver(boss, batch, counter)
  return { per_s: await countWindow(counter) }
}

async function open(url: string, max: number): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, max, supervise: false, schedule: false })
  boss.on('error', (error) => console.error(String(error)))
  await boss.start()
  return boss
}

async function fetchForEver(boss: PgBoss, batch: number, counter: { count: number }): Promise<never> {
  for (;;) {
    const jobs = await boss.fetch(queue, { batchSize: batch })
    await boss.complete(
      queue,
      jobs.map(({ id }) => id),
    )
    counter.count += jobs.length
  }
}
