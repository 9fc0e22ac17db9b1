import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { finishRun } from '../queue/finish-run.ts'
import { deleteRun } from '../run/delete-run.ts'
import { traceChunk } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, register } from '../testing/fixtures.ts'
import { scannedTrial } from '../testing/trial.ts'
import { appendTraceChunks } from './append-trace-chunks.ts'
import { getArtifact } from './get-artifact.ts'
import { getTraces } from './get-traces.ts'
import { getTrial } from './get-trial.ts'
import { listArtifacts } from './list-artifacts.ts'
import { listTrials } from './list-trials.ts'
import { recordArtifacts } from './record-artifacts.ts'
import { recordTrials } from './record-trials.ts'
import { replaceTrace } from './replace-trace.ts'
import { traceSkeleton } from './trace-skeleton.ts'
import { traceSteps } from './trace-steps.ts'
import { upsertTrace } from './upsert-trace.ts'

let database: TestDatabase
let pool: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.url)
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const none = { gone: [], plannedTrials: null, metrics: {}, metadata: {} }

async function startedTrial() {
  const { db } = pool
  const teamId = await createTeam(db)
  await enqueue(db, { teamId })
  const [held] = (await claimIn(db, teamId, await register(db))).runs
  if (held === undefined) throw new Error('nothing was claimed')
  const attempt = { runId: held.id, epoch: held.epoch }
  const { changed } = await recordTrials(db, { ...attempt, ...none, trials: [scannedTrial('t__1')] })
  return { db, attempt, trialId: changed[0]?.id ?? '' }
}

const facts = { source: 'agent/log.jsonl', format: 'claude-stream', rank: 2, status: 'live' } as const

function chunk(seq: number, firstStep: number, steps: number, text = `${firstStep}`) {
  const bytes = new TextEncoder().encode(text)
  const index = { kinds: { assistant: steps }, tools: ['Bash'], tokens: 10, rawBytes: 100 }
  return { seq, firstStep, steps, ...index, skeleton: bytes, body: bytes }
}

test('chunks are read by step range, the last one grows in place, and totals follow', async () => {
  const { db, attempt, trialId } = await startedTrial()
  const trace = await upsertTrace(db, { ...attempt, trialId, ...facts })
  if (trace === null) throw new Error('no trace')
  const append = (...chunks: ReturnType<typeof chunk>[]) =>
    appendTraceChunks(db, { ...attempt, traceId: trace.id, generation: 1, chunks })
  expect(await append(chunk(0, 0, 100), chunk(1, 100, 20))).toMatchObject({ steps: 120, bytes: 200 })
  expect(await append(chunk(1, 100, 50, 'grown'))).toMatchObject({ steps: 150, bytes: 200 })
  await append(chunk(2, 150, 10))
  const steps = async (from: number, count: number) =>
    (await traceSteps(db, { traceId: trace.id, from, count }))?.chunks.map((one) => one.seq)
  expect(await steps(0, 1)).toEqual([0])
  expect(await steps(99, 2)).toEqual([0, 1])
  expect(await steps(149, 500)).toEqual([1, 2])
  expect(await steps(160, 10)).toEqual([])
  const body = (await traceSteps(db, { traceId: trace.id, from: 120, count: 1 }))?.chunks[0]?.body
  expect(new TextDecoder().decode(body)).toBe('grown')
  const skeleton = await traceSkeleton(db, { traceId: trace.id, fromChunk: 1 })
  expect(skeleton).toMatchObject({ generation: 1, chunks: [{ seq: 1, steps: 50, tools: ['Bash'] }, { seq: 2 }] })
  expect(await traceSkeleton(db, { traceId: 'xnone' })).toBeNull()
  expect(await traceSteps(db, { traceId: 'xnone', from: 0, count: 1 })).toBeNull()
})

test('a trace written anew is another generation; who appends to the old one is told', async () => {
  const { db, attempt, trialId } = await startedTrial()
  const trace = await upsertTrace(db, { ...attempt, trialId, ...facts })
  if (trace === null) throw new Error('no trace')
  await appendTraceChunks(db, {
    ...attempt,
    traceId: trace.id,
    generation: 1,
    chunks: [chunk(0, 0, 5), chunk(1, 5, 5)],
  })
  const replaced = await replaceTrace(db, { ...attempt, traceId: trace.id, chunks: [chunk(0, 0, 3)] })
  expect(replaced).toMatchObject({ generation: 2, steps: 3, bytes: 100 })
  expect(
    await appendTraceChunks(db, { ...attempt, traceId: trace.id, generation: 1, chunks: [chunk(1, 3, 1)] }),
  ).toBeNull()
})

test('the richest trace of a trial comes first; a trace is one by its source', async () => {
  const { db, attempt, trialId } = await startedTrial()
  const first = await upsertTrace(db, { ...attempt, trialId, ...facts })
  await upsertTrace(db, { ...attempt, trialId, ...facts, source: 'trajectory.json', rank: 1, status: 'ended' })
  const again = await upsertTrace(db, { ...attempt, trialId, ...facts, status: 'failed', error: 'line 3: \0' })
  expect(again).toMatchObject({ id: first?.id, status: 'failed', error: 'line 3: \uFFFD' })
  expect((await getTraces(db, trialId)).map((trace) => trace.source)).toEqual(['trajectory.json', 'agent/log.jsonl'])
})

test('nothing of a trace is written under another epoch, or for a trial of another run', async () => {
  const { db, attempt, trialId } = await startedTrial()
  const other = await startedTrial()
  const trace = await upsertTrace(db, { ...attempt, trialId, ...facts })
  const fenced = { ...attempt, epoch: 2 }
  expect(await upsertTrace(db, { ...fenced, trialId, ...facts })).toBeNull()
  expect(await upsertTrace(db, { ...attempt, trialId: other.trialId, ...facts })).toBeNull()
  const write = { traceId: trace?.id ?? '', chunks: [chunk(0, 0, 1)] }
  expect(await appendTraceChunks(db, { ...fenced, ...write, generation: 1 })).toBeNull()
  expect(await replaceTrace(db, { ...other.attempt, ...write })).toBeNull()
})

test('artifacts are recorded once a path, point at the newest content, and go with their run', async () => {
  const { db, attempt, trialId } = await startedTrial()
  const file = (path: string, sha256: string) => ({
    trialId,
    path,
    size: 5,
    mediaType: 'text/plain',
    sha256,
    storedSize: 4,
  })
  const own = { ...file('stdout.log', 'c'.repeat(64)), trialId: null }
  await recordArtifacts(db, {
    ...attempt,
    artifacts: [file('b.txt', 'a'.repeat(64)), file('a.txt', 'a'.repeat(64)), own],
  })
  await recordArtifacts(db, { ...attempt, artifacts: [file('b.txt', 'b'.repeat(64))] })
  expect(await recordArtifacts(db, { ...attempt, epoch: 5, artifacts: [file('c.txt', 'a'.repeat(64))] })).toBe(false)
  const listed = await listArtifacts(db, { runId: attempt.runId, trialId })
  expect(listed.map((row) => [row.path, row.sha256[0]])).toEqual([
    ['a.txt', 'a'],
    ['b.txt', 'b'],
  ])
  expect(await listArtifacts(db, { runId: attempt.runId })).toMatchObject([{ path: 'stdout.log', trialId: null }])
  expect(await getArtifact(db, { runId: attempt.runId, trialId, path: 'b.txt' })).toMatchObject({
    sha256: 'b'.repeat(64),
  })
  expect(await getArtifact(db, { runId: attempt.runId, trialId: null, path: 'b.txt' })).toBeNull()
  const trace = await upsertTrace(db, { ...attempt, trialId, ...facts })
  await appendTraceChunks(db, { ...attempt, traceId: trace?.id ?? '', generation: 1, chunks: [chunk(0, 0, 1)] })
  expect(await deleteRun(db, { runId: attempt.runId })).toMatchObject({ kind: 'live' })
  await finishRun(db, { ...attempt, outcome: { status: 'succeeded' }, treeGone: true })
  expect(await deleteRun(db, { runId: attempt.runId })).toMatchObject({ kind: 'deleted' })
  expect(await deleteRun(db, { runId: attempt.runId })).toBeNull()
  expect(await getTrial(db, trialId)).toBeNull()
  expect((await db.select().from(traceChunk)).filter((row) => row.traceId === trace?.id)).toEqual([])
})

test('trials are listed a page at a time, by task, attempt and name', async () => {
  const { db, attempt } = await startedTrial()
  const names = ['b__1', 'a__2', 'a__1', 'c__1']
  await recordTrials(db, { ...attempt, ...none, trials: names.map((name) => scannedTrial(name)) })
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listTrials(db, { runId: attempt.runId, limit: 2, cursor })
    seen.push(...page.trials.map((trial) => trial.name))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(['a__1', 'a__2', 'b__1', 'c__1', 't__1'])
  expect((await listTrials(db, { runId: attempt.runId, limit: 9, task: 'a', status: 'pass' })).trials).toHaveLength(2)
})
