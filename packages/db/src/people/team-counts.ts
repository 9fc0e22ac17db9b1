import { liveRunStatuses } from '@paddock/domain'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { experiment, run } from '../schema/index.ts'

/** How much of each a team has: experiments, live runs (index `run_by_status`), and those of them that wait. */
export async function teamCounts(
  db: Db,
  teamId: string,
): Promise<{ experiments: number; liveRuns: number; waitingRuns: number }> {
  const own = eq(run.teamId, teamId)
  return {
    experiments: await db.$count(experiment, eq(experiment.teamId, teamId)),
    liveRuns: await db.$count(run, and(own, inArray(run.status, [...liveRunStatuses]))),
    waitingRuns: await db.$count(run, and(own, eq(run.status, 'queued'))),
  }
}
