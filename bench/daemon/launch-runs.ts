import { randomUUID } from 'node:crypto'
import { type Db, enqueueRun, inTeam } from '@paddock/db'
import postgres from 'postgres'

const teamId = 'team_bench'

/** The team that the runs of a bench belong to. */
export async function createBenchTeam(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`insert into organization (id, name, slug, created_at) values (${teamId}, ${teamId}, ${teamId}, now())`
  await sql.end({ timeout: 5 })
}

/** Queues one run as the API does: in its team, as the role of the web program. Resolves with the commit. */
export async function launchRun(db: Db): Promise<void> {
  const name = `bench-${randomUUID()}`
  const launch = { benchmark: 'edit', agent: 'oracle', name }
  const enqueued = await inTeam(db, teamId, (tx) =>
    enqueueRun(tx, {
      teamId,
      name,
      benchmark: 'edit',
      dataset: 'typescript-edit',
      agent: 'oracle',
      launch,
      requires: ['benchmark:edit'],
      maxQueueAgeMs: 3_600_000,
    }),
  )
  if (enqueued.kind !== 'created') throw new Error(`the run was not created: ${enqueued.kind}`)
}
