import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, connect, enqueueRun, getRun, type RunRow } from '@paddock/db'
import * as schema from '@paddock/db/schema'
import { type LaunchRequest, planLaunch } from '@paddock/domain'

export interface SlurmQueue extends Connection {
  teamId: string
  launch(request?: Partial<LaunchRequest>): Promise<RunRow>
  run(id: string): Promise<RunRow>
  until(id: string, holds: (run: RunRow) => boolean, withinMs?: number): Promise<RunRow>
}

export const isTerminal = ({ status }: RunRow) => ['succeeded', 'failed', 'cancelled', 'orphaned'].includes(status)

/** A team, and runs of the `edit` benchmark with its scripted agent. */
export async function slurmQueue(url: string): Promise<SlurmQueue> {
  const connection = connect(url)
  const { db } = connection
  const teamId = 'team-slurm'
  await db.insert(schema.organization).values({ id: teamId, name: teamId, slug: teamId })
  let serial = 0
  const run = async (id: string) => {
    const found = await getRun(db, id)
    if (!found) throw new Error(`no run ${id}`)
    return found.run
  }
  return {
    ...connection,
    ...{ teamId, run },
    async launch(more = {}) {
      const name = `slurm-${++serial}`
      const launch: LaunchRequest = { benchmark: 'edit', agent: 'oracle', tasks: 1, concurrency: 1, ...more, name }
      const facts = {
        defaults: { weight: 1, idempotent: false },
        plannedTrials: () => launch.tasks ?? null,
        needsAgentOnRunner: false,
      }
      const { weight, ...plan } = planLaunch(launch, facts)
      const { benchmark, agent } = launch
      const enqueued = await enqueueRun(db, {
        ...{ ...plan, teamId, name, benchmark, agent, launch },
        ...{ dataset: 'typescript-edit', weight: weight * 100 },
      })
      return enqueued.run
    },
    async until(id, holds, withinMs = 60_000) {
      const deadline = performance.now() + withinMs
      for (;;) {
        const row = await run(id)
        if (holds(row)) return row
        if (performance.now() > deadline) {
          const { name, status, epoch, errorCode, errorMessage } = row
          throw new Error(
            `not within ${withinMs} ms: ${JSON.stringify({ name, status, epoch, errorCode, errorMessage })}`,
          )
        }
        await sleep(100)
      }
    },
  }
}
