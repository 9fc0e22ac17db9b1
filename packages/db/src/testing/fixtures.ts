import { randomBytes } from 'node:crypto'
import { queueLimits } from '@paddock/domain'
import { expect } from 'vitest'
import type { Db } from '../db.ts'
import { type Claim, type ClaimRequest, claimRuns } from '../queue/claim-runs.ts'
import { enqueueRun, type NewRun } from '../queue/enqueue-run.ts'
import { findLanes } from '../queue/find-lanes.ts'
import type { RunnerRow, RunRow } from '../rows.ts'
import { type NewRunner, registerRunner } from '../runner/register-runner.ts'
import { organization, teamLimit } from '../schema/index.ts'

export const limits = queueLimits

export const unique = (prefix: string): string => `${prefix}${randomBytes(5).toString('hex')}`

/** A team of its own for each test: lanes of other tests are out of sight. */
export async function createTeam(db: Db, limit: { weight?: number; cap?: number } = {}): Promise<string> {
  const id = unique('team')
  await db.insert(organization).values({ id, name: id, slug: id })
  if (limit.weight !== undefined || limit.cap !== undefined) await db.insert(teamLimit).values({ teamId: id, ...limit })
  return id
}

export async function enqueue(db: Db, request: Partial<NewRun> & { teamId: string }): Promise<RunRow> {
  const enqueued = await enqueueRun(db, {
    name: unique('run-'),
    benchmark: 'sample',
    launch: { benchmark: 'sample' },
    requires: ['benchmark:sample'],
    maxQueueAgeMs: limits.maxQueueAgeMs,
    ...request,
  })
  expect(enqueued.kind).toBe('created')
  return enqueued.run
}

export async function register(db: Db, runner: Partial<NewRunner> = {}): Promise<RunnerRow> {
  return registerRunner(db, {
    name: unique('runner-'),
    hostId: unique('host-'),
    bootId: unique('boot-'),
    pid: 1,
    version: '0.1.0',
    labels: ['benchmark:sample'],
    teams: null,
    capacity: 400,
    once: false,
    offers: [],
    ...runner,
  })
}

/** One claim in the lanes of a team. */
export async function claimIn(
  db: Db,
  teamId: string,
  runner: RunnerRow,
  request: Partial<ClaimRequest> = {},
): Promise<Claim> {
  const laneIds = await findLanes(db, { labels: runner.labels, teams: [teamId] })
  return claimRuns(db, { runnerId: runner.id, laneIds, freeWeight: runner.capacity, limit: 4, limits, ...request })
}
