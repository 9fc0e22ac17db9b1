import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit } from './audit/record-audit.ts'
import { type Connection, connect } from './connect.ts'
import { databaseError } from './database-error.ts'
import type { Db } from './db.ts'
import { addArm } from './experiment/add-arm.ts'
import { createExperiment } from './experiment/create-experiment.ts'
import { listExperiments } from './experiment/list-experiments.ts'
import { taskMatrix } from './experiment/task-matrix.ts'
import { inTeam } from './in-team.ts'
import { setTeamCap } from './limit/set-team-cap.ts'
import { teamLimits } from './limit/team-limits.ts'
import { enqueueRun } from './queue/enqueue-run.ts'
import { requestCancel } from './queue/request-cancel.ts'
import { waitReason } from './queue/wait-reason.ts'
import { appendOutput } from './result/append-output.ts'
import { appendTraceChunks } from './result/append-trace-chunks.ts'
import { recordArtifacts } from './result/record-artifacts.ts'
import { recordTrials } from './result/record-trials.ts'
import { upsertTrace } from './result/upsert-trace.ts'
import { getRun } from './run/get-run.ts'
import { listRuns } from './run/list-runs.ts'
import { listRunners } from './runner/list-runners.ts'
import { claimIn, createTeam, limits, register, unique } from './testing/fixtures.ts'
import { scannedTrial } from './testing/trial.ts'
import { addTestDelivery } from './webhook/add-test-delivery.ts'
import { createWebhook } from './webhook/create-webhook.ts'

let database: TestDatabase
/** Superuser; the web; a daemon. One connection each: what one transaction set is there for the next. */
let [root, web, daemon]: Connection[] = []
let [teamA, teamB] = ['', '']
const runIds: Record<string, string> = {}

const pools = () => {
  if (root === undefined || web === undefined || daemon === undefined) throw new Error('not connected')
  return { root: root.db, web: web.db, daemon: daemon.db }
}

beforeAll(async () => {
  database = await createTestDatabase()
  root = connect(database.url, { max: 1 })
  web = connect(database.url, { max: 1, role: 'paddock_web' })
  daemon = connect(database.url, { max: 1, role: 'paddock_runner' })
  teamA = await createTeam(root.db, { cap: 300 })
  teamB = await createTeam(root.db, { cap: 300 })
  for (const teamId of [teamA, teamB]) runIds[teamId] = await walk(teamId)
})
afterAll(async () => {
  for (const pool of [root, web, daemon]) await pool?.close()
  await database.close()
})

/** A launch as the web does it, and what a daemon makes of it: something in every table of the team. */
async function walk(teamId: string): Promise<string> {
  const { web, daemon } = pools()
  const launch = { benchmark: 'sample' }
  const run = await inTeam(web, teamId, async (tx) => {
    await createExperiment(tx, { teamId, id: 'exp', goal: 'which is better', createdBy: null })
    const arm = { teamId, experimentId: 'exp', name: 'a', role: null, note: null, label: null, launch }
    expect((await addArm(tx, arm)).kind).toBe('created')
    const enqueued = await enqueueRun(tx, {
      teamId,
      name: unique('exp-a-'),
      experimentId: 'exp',
      armName: 'a',
      benchmark: 'sample',
      launch,
      requires: ['benchmark:sample'],
      workspaceKey: unique('/w/'),
      maxQueueAgeMs: limits.maxQueueAgeMs,
    })
    await recordAudit(tx, { teamId, by: 'u1', origin: '::1', action: 'runs.launch', object: enqueued.run.id })
    const told = await createWebhook(tx, { teamId, url: 'https://example.org', events: ['run.lost'], createdBy: null })
    if (told.kind === 'created') await addTestDelivery(tx, { webhookId: told.webhook.id, claimMs: 1 })
    return enqueued.run
  })
  const [held] = (await claimIn(daemon, teamId, await register(daemon))).runs
  if (held === undefined) throw new Error('nothing was claimed')
  const attempt = { runId: held.id, epoch: held.epoch }
  const batch = { trials: [scannedTrial('t__1')], gone: [], plannedTrials: 1, metrics: {}, metadata: {} }
  const [trial] = (await recordTrials(daemon, { ...attempt, ...batch })).changed
  if (trial === undefined) throw new Error('no trial')
  await appendOutput(daemon, {
    ...attempt,
    chunks: [{ seq: 1, stream: 'stdout', text: 'hello\n', firstLine: 1 }],
    limits,
  })
  const trace = await upsertTrace(daemon, {
    ...attempt,
    trialId: trial.id,
    source: 'agent.jsonl',
    format: 'plain-text',
    rank: 1,
    status: 'live',
  })
  if (trace === null) throw new Error('no trace')
  const bytes = new Uint8Array([1, 2, 3])
  const chunk = { seq: 0, firstStep: 0, steps: 2, kinds: { user: 2 }, tools: [], tokens: 3, rawBytes: 9 }
  const chunks = [{ ...chunk, skeleton: bytes, body: bytes }]
  expect(await appendTraceChunks(daemon, { ...attempt, traceId: trace.id, generation: 1, chunks })).toMatchObject({
    steps: 2,
    bytes: 9,
  })
  const file = { path: 'log.txt', size: 3, mediaType: 'text/plain', sha256: unique('sha'), storedSize: 3 }
  expect(await recordArtifacts(daemon, { ...attempt, artifacts: [{ trialId: trial.id, ...file }] })).toBe(true)
  return run.id
}

async function tenantTables(): Promise<string[]> {
  const rows = await pools().root.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'team_id' order by 1`)
  return rows.map((row) => row.name)
}

async function visible(db: Db, table: string): Promise<string[]> {
  const rows = await db.execute<{ team: string }>(
    sql`select distinct team_id as team from ${sql.identifier(table)} order by 1`,
  )
  return rows.map((row) => row.team)
}

test('every table with a team has row-level security', async () => {
  const rows = await pools().root.execute<{ name: string; enabled: boolean }>(sql`
    select relname as name, relrowsecurity as enabled from pg_class
    where relnamespace = 'public'::regnamespace and relname = any(${sql.param(await tenantTables())}::text[])`)
  expect(rows.filter((row) => !row.enabled)).toEqual([])
  expect(rows).toHaveLength(15)
})

test('the web sees nothing without a team, and only the rows of the team that it names', async () => {
  const { web, root } = pools()
  for (const table of await tenantTables()) {
    expect(await visible(root, table), table).toEqual([teamA, teamB].sort())
    expect(await visible(web, table), table).toEqual([])
    expect(await inTeam(web, teamA, (tx) => visible(tx, table)), table).toEqual([teamA])
    // The setting is '' by now on this connection, not absent.
    expect(await visible(web, table), table).toEqual([])
    expect(await inTeam(web, '', (tx) => visible(tx, table)), table).toEqual([])
  }
})

test('inTeam binds a superuser too', async () => {
  const { root } = pools()
  expect(await inTeam(root, teamB, (tx) => visible(tx, 'run'))).toEqual([teamB])
  expect(await visible(root, 'run')).toEqual([teamA, teamB].sort())
})

test("another team's id answers like one that does not exist", async () => {
  const { web } = pools()
  const foreign = runIds[teamB] ?? ''
  await inTeam(web, teamA, async (tx) => {
    expect(await getRun(tx, foreign)).toBeNull()
    expect(await waitReason(tx, foreign)).toBeNull()
    expect(await requestCancel(tx, { runId: foreign, reason: null, by: null })).toBeNull()
    expect((await listRuns(tx, { limit: 10 })).runs.map((run) => run.id)).toEqual([runIds[teamA]])
    expect((await listExperiments(tx, { limit: 10 })).experiments).toHaveLength(1)
    expect((await taskMatrix(tx, 'exp'))?.tasks).toMatchObject([{ task: 't', cells: [[{ status: 'pass' }]] }])
    // All teams' load is counted, only the own runs are named.
    const fleet = await listRunners(tx, limits)
    expect(fleet.map((one) => one.usedWeight)).toEqual([100, 100])
    expect(fleet.flatMap((one) => one.runs.map((held) => held.runId))).toEqual([runIds[teamA]])
  })
})

async function refusal(work: PromiseLike<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return databaseError(error)?.code
  }
}

test('the web cannot write into another team, nor change what was logged or measured', async () => {
  const { web } = pools()
  const denied = '42501'
  const inA = (statement: ReturnType<typeof sql>) => refusal(inTeam(web, teamA, (tx) => tx.execute(statement)))
  expect(await inA(sql`insert into experiment (team_id, id) values (${teamB}, 'x')`)).toBe(denied)
  expect(await inA(sql`update run set team_id = ${teamB}`)).toBe(denied)
  expect(await inA(sql`insert into audit_log (team_id, by, action, object) values (${teamB}, 'u', 'a', 'o')`)).toBe(
    denied,
  )
  for (const table of [
    'audit_log',
    'run_event',
    'trial',
    'run_output',
    'trace',
    'artifact',
    'runner',
    'installation',
  ]) {
    expect(await inA(sql`delete from ${sql.identifier(table)}`), table).toBe(denied)
  }
  expect(await inA(sql`update audit_log set by = 'nobody'`)).toBe(denied)
  const changed = await inTeam(web, teamA, (tx) =>
    tx.execute(sql`update run set hidden = true where team_id = ${teamB} returning id`),
  )
  expect([...changed]).toEqual([])
  expect(
    await refusal(recordAudit(web, { teamId: null, by: 'u', origin: null, action: 'sign-in', object: 'u' })),
  ).toBeUndefined()
})

test('the web sets the cap of a team, and not its share, by no way', async () => {
  const { web, root } = pools()
  const inA = (statement: ReturnType<typeof sql>) => refusal(inTeam(web, teamA, (tx) => tx.execute(statement)))
  expect(await inTeam(web, teamA, (tx) => setTeamCap(tx, { teamId: teamA, cap: 500 }))).toBe(300)
  expect(await inA(sql`update team_limit set weight = 100`)).toBe('42501')
  expect(await inA(sql`insert into team_limit (team_id, weight) values (${teamA}, 100)`)).toBe('42501')
  expect(await inA(sql`delete from team_limit`)).toBe('42501')
  expect(await inA(sql`update installation set cap = null`)).toBe('42501')
  expect(await inA(sql`update team_limit set team_id = ${teamB}`)).toBe('42501')
  expect(await refusal(inTeam(web, teamA, (tx) => setTeamCap(tx, { teamId: teamB, cap: 1 })))).toBe('42501')
  expect((await teamLimits(root, teamB)).cap).toBe(300)
  expect(await inTeam(web, teamA, (tx) => setTeamCap(tx, { teamId: teamA, cap: 300 }))).toBe(500)
})

test('a daemon sees all teams, and no person', async () => {
  const { daemon } = pools()
  expect(await visible(daemon, 'trial')).toEqual([teamA, teamB].sort())
  for (const table of ['user', 'session', 'account', 'apikey', 'invitation', 'member', 'verification']) {
    expect(await refusal(daemon.execute(sql`select from ${sql.identifier(table)}`)), table).toBe('42501')
  }
  expect(await refusal(daemon.execute(sql`select from audit_log`))).toBe('42501')
})

test('neither program owns a table or may bypass row-level security', async () => {
  const rows = await pools().root.execute<{ owner: string }>(sql`
    select distinct tableowner as owner from pg_tables where schemaname = 'public'`)
  expect(rows.map((row) => row.owner)).toEqual(['paddock_owner'])
  const able = await pools().root.execute(sql`
    select from pg_roles where rolname like 'paddock\\_%' and (rolbypassrls or rolsuper or rolcanlogin)`)
  expect([...able]).toEqual([])
})
