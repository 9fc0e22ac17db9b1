import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import type { Db } from '../db.ts'
import { inTeam } from '../in-team.ts'
import { expireQueued } from '../queue/expire-queued.ts'
import { finishRun } from '../queue/finish-run.ts'
import { giveUpRun } from '../queue/give-up-run.ts'
import { orphanLost } from '../queue/orphan-lost.ts'
import { releaseRun } from '../queue/release-run.ts'
import { reportTreeGone } from '../queue/report-tree-gone.ts'
import { requestCancel } from '../queue/request-cancel.ts'
import { requeueRun } from '../queue/requeue-run.ts'
import { reapRunners } from '../runner/reap-runners.ts'
import { run, webhookDelivery } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, limits, register } from '../testing/fixtures.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { createWebhook, maxWebhooks } from './create-webhook.ts'
import { deliveryAccepted } from './delivery-accepted.ts'
import { deliveryFailed } from './delivery-failed.ts'
import { dueWebhookTeams } from './due-teams.ts'
import { listWebhooks } from './list-webhooks.ts'

let database: TestDatabase
let [root, web, daemon]: Connection[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  root = connect(database.url)
  web = connect(database.url, { role: 'paddock_web' })
  daemon = connect(database.url, { role: 'paddock_runner' })
})
afterAll(async () => {
  for (const pool of [root, web, daemon]) await pool?.close()
  await database.close()
})

const pools = () => {
  if (root === undefined || web === undefined || daemon === undefined) throw new Error('not connected')
  return { root: root.db, web: web.db, daemon: daemon.db }
}

async function listening(events: ('run.ended' | 'run.lost')[] = ['run.ended', 'run.lost']) {
  const { root, web } = pools()
  const teamId = await createTeam(root)
  const created = await inTeam(web, teamId, (tx) =>
    createWebhook(tx, { teamId, url: 'https://example.org/hook', events, createdBy: null }),
  )
  if (created.kind !== 'created') throw new Error(created.kind)
  return { teamId, webhookId: created.webhook.id }
}

async function held(teamId: string, more: Parameters<typeof enqueue>[1] | object = {}) {
  const { root, daemon } = pools()
  await enqueue(root, { teamId, ...more })
  const runner = await register(daemon)
  const [claimed] = (await claimIn(daemon, teamId, runner)).runs
  if (claimed === undefined) throw new Error('nothing was claimed')
  return { ...claimed, runner, attempt: { runId: claimed.id, epoch: claimed.epoch } }
}

async function told(teamId: string): Promise<[event: string, runId: string, status: string][]> {
  const rows = await pools()
    .root.select()
    .from(webhookDelivery)
    .where(eq(webhookDelivery.teamId, teamId))
    .orderBy(webhookDelivery.createdAt)
  return rows.map(({ event, payload }) => {
    const facts = payload.run as { id: string; status: string }
    return [event, facts.id, facts.status]
  })
}

/** Lets the lease of a runner end, and has the reapers look. */
async function lose(db: Db, runnerId: string): Promise<void> {
  await db.execute(sql`update runner set beat_at = beat_at - interval '10 minutes' where id = ${runnerId}`)
  await db.execute(sql`update installation set watched_at = clock_timestamp(), reap_not_before = null`)
  await reapRunners(pools().daemon, { limits })
}

test('every way to end a run writes one delivery, in the transaction that ends it', async () => {
  const { root, web, daemon } = pools()
  const { teamId } = await listening(['run.ended'])
  const finished = await held(teamId)
  const outcome = { status: 'failed' as const, exitCode: 3 }
  await finishRun(daemon, { ...finished.attempt, outcome, treeGone: true })
  await finishRun(daemon, { ...finished.attempt, outcome, treeGone: true })
  const cancelled = await enqueue(root, { teamId })
  await inTeam(web, teamId, (tx) => requestCancel(tx, { runId: cancelled.id, reason: null, by: null }))
  const expired = await enqueue(root, { teamId, maxQueueAgeMs: 0 })
  await expireQueued(daemon)
  const stopped = await held(teamId)
  await requeueRun(daemon, { ...stopped.attempt, reason: 'stopped' })
  const released = await held(teamId)
  await inTeam(web, teamId, (tx) => requestCancel(tx, { runId: released.id, reason: null, by: null }))
  await releaseRun(daemon, { ...released.attempt, reason: 'cancelled' })
  const given = await held(teamId)
  await lose(root, given.runner.id)
  await inTeam(web, teamId, (tx) => giveUpRun(tx, { runId: given.id, by: 'u1' }))
  const orphan = await held(teamId)
  await lose(root, orphan.runner.id)
  await root
    .update(run)
    .set({ lostAt: new Date(0) })
    .where(eq(run.id, orphan.id))
  await orphanLost(daemon, { limits })
  const proved = await held(teamId)
  await lose(root, proved.runner.id)
  await reportTreeGone(daemon, { ...proved.attempt, hostId: proved.runner.hostId })
  const spent = await held(teamId, { onLost: 'requeue', infraBudget: 0 })
  await lose(root, spent.runner.id)
  expect(await told(teamId)).toEqual([
    ['run.ended', finished.id, 'failed'],
    ['run.ended', cancelled.id, 'cancelled'],
    ['run.ended', expired.id, 'orphaned'],
    ['run.ended', stopped.id, 'failed'],
    ['run.ended', released.id, 'cancelled'],
    ['run.ended', given.id, 'orphaned'],
    ['run.ended', orphan.id, 'orphaned'],
    ['run.ended', proved.id, 'orphaned'],
    ['run.ended', spent.id, 'orphaned'],
  ])
})

test('a lost run is told once, and one whose end is rolled back not at all', async () => {
  const { root, daemon } = pools()
  const { teamId } = await listening()
  const { id, runner, attempt } = await held(teamId)
  await lose(root, runner.id)
  await lose(root, runner.id)
  expect(await told(teamId)).toEqual([['run.lost', id, 'starting']])
  const crash = daemon.transaction(async (tx) => {
    expect(await finishRun(tx, { ...attempt, outcome: { status: 'succeeded' }, treeGone: true })).not.toBeNull()
    throw new Error('crash')
  })
  await expect(crash).rejects.toThrow('crash')
  expect(await told(teamId)).toHaveLength(1)
})

test('a team is told of its own runs alone, and of the events that it asked for', async () => {
  const { daemon } = pools()
  const first = await listening(['run.lost'])
  const second = await listening()
  const { attempt } = await held(first.teamId)
  await finishRun(daemon, { ...attempt, outcome: { status: 'succeeded' }, treeGone: true })
  expect(await told(first.teamId)).toEqual([])
  expect(await told(second.teamId)).toEqual([])
})

test('two senders never claim the same delivery, and a claim whose holder died ends', async () => {
  const { web, daemon } = pools()
  const { teamId } = await listening()
  for (let n = 0; n < 3; n += 1) {
    const { attempt } = await held(teamId)
    await finishRun(daemon, { ...attempt, outcome: { status: 'succeeded' }, treeGone: true })
  }
  expect(await dueWebhookTeams(web)).toContain(teamId)
  const claim = (claimMs: number) => inTeam(web, teamId, (tx) => claimDeliveries(tx, { teamId, busy: [], claimMs }))
  const claims = await Promise.all([claim(200), claim(200), claim(200)])
  const ids = claims.flat().map(({ id }) => id)
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(3)
  expect(await dueWebhookTeams(web)).not.toContain(teamId)
  await new Promise((resolve) => setTimeout(resolve, 250))
  const again = await claim(60_000)
  expect(again.map(({ id }) => id).sort()).toEqual(ids.sort())
  const [first] = again
  if (first === undefined) throw new Error('nothing is due')
  const settle = (attempt: number) =>
    inTeam(web, teamId, (tx) => deliveryAccepted(tx, { deliveryId: first.id, attempt, status: 200 }))
  expect(first.attempts).toBe(2)
  expect(await settle(1)).toBe(false)
  expect(await settle(2)).toBe(true)
  expect(await settle(2)).toBe(false)
})

test('an endpoint that nothing reaches is disabled with the reason, and nothing waits for it any more', async () => {
  const { root, web, daemon } = pools()
  const { teamId, webhookId } = await listening()
  const end = async () => {
    const { attempt } = await held(teamId)
    await finishRun(daemon, { ...attempt, outcome: { status: 'succeeded' }, treeGone: true })
  }
  await end()
  const fail = () =>
    inTeam(web, teamId, async (tx) => {
      const [claimed] = await claimDeliveries(tx, { teamId, busy: [], claimMs: 60_000 })
      if (claimed === undefined) throw new Error('nothing is due')
      const attempt = { deliveryId: claimed.id, attempt: claimed.attempts }
      return deliveryFailed(tx, {
        ...{ ...attempt, status: 500, reason: 'It answered 500.' },
        ...{ retryInMs: 0, giveUpAfterMs: 86_400_000 },
      })
    })
  expect(await fail()).toBe('again')
  await end()
  await root.execute(sql`update webhook set failing_since = failing_since - interval '2 days' where id = ${webhookId}`)
  expect(await fail()).toBe('disabled')
  await end()
  const [endpoint] = await inTeam(web, teamId, (tx) => listWebhooks(tx, teamId))
  expect(endpoint).toMatchObject({
    pending: 0,
    disabledReason: expect.stringMatching(/^Nothing reached it since .* UTC; at last: It answered 500\.$/),
  })
  expect(await told(teamId)).toHaveLength(2)
})

test('a team has a bounded number of endpoints', async () => {
  const { web } = pools()
  const { teamId } = await listening()
  const more = Array.from({ length: maxWebhooks + 2 }, () =>
    inTeam(web, teamId, (tx) => createWebhook(tx, { teamId, url: 'https://e.org', events: [], createdBy: null })),
  )
  const kinds = (await Promise.all(more)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'created')).toHaveLength(maxWebhooks - 1)
})
