import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, register } from '../testing/fixtures.ts'
import { appendOutput } from './append-output.ts'
import { readOutput } from './read-output.ts'

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

async function startedRun(): Promise<RunRow> {
  const teamId = await createTeam(pool.db)
  await enqueue(pool.db, { teamId })
  const [claimed] = (await claimIn(pool.db, teamId, await register(pool.db))).runs
  if (claimed === undefined) throw new Error('nothing was claimed')
  return claimed
}

interface Piece {
  seq: number
  text: string
  stream?: 'stdout' | 'stderr'
  firstLine?: number
}

const append = (held: RunRow, cap: number, ...pieces: Piece[]) =>
  appendOutput(pool.db, {
    runId: held.id,
    epoch: held.epoch,
    chunks: pieces.map((piece) => ({ stream: 'stdout' as const, firstLine: 1, ...piece })),
    limits: { outputTailBytes: cap },
  })

const heldText = async (held: RunRow) =>
  (await readOutput(pool.db, { runId: held.id }))?.chunks.map((chunk) => chunk.text)

test('output over the cap loses whole lines from the front, and the loss is counted in bytes', async () => {
  const held = await startedRun()
  await append(held, 20, { seq: 1, text: 'één\n' }, { seq: 2, text: 'twee\ndrie\n', firstLine: 2 })
  expect(await heldText(held)).toEqual(['één\n', 'twee\ndrie\n'])
  await append(held, 20, { seq: 3, text: 'vier\nvijf\n', firstLine: 4 })
  // 26 bytes, 6 too many: `één` has 6 with its newline.
  expect(await heldText(held)).toEqual(['twee\ndrie\n', 'vier\nvijf\n'])
  await append(held, 20, { seq: 4, text: 'zes\n', firstLine: 6 })
  const page = await readOutput(pool.db, { runId: held.id })
  expect(page?.chunks.map(({ text, firstLine }) => ({ text, firstLine }))).toEqual([
    { text: 'drie\n', firstLine: 3 },
    { text: 'vier\nvijf\n', firstLine: 4 },
    { text: 'zes\n', firstLine: 6 },
  ])
  expect(page?.droppedBytes).toBe(11)
  const [row] = await pool.db.select().from(run).where(eq(run.id, held.id))
  expect(row).toMatchObject({ tailBytes: 19, logBytes: 30, droppedBytes: 11 })
})

test('a line longer than the cap is cut at a character boundary', async () => {
  const held = await startedRun()
  await append(held, 10, { seq: 1, text: '€€€€€€' })
  // 18 bytes, 8 too many, and the boundary after 8 is at 9.
  expect(await heldText(held)).toEqual(['€€€'])
  await append(held, 10, { seq: 2, text: '🙂🙂🙂🙂\nx\n' })
  expect(await heldText(held)).toEqual(['x\n'])
})

test('a line begun in a chunk that was dropped goes with it, each stream by itself', async () => {
  const held = await startedRun()
  await append(held, 12, { seq: 1, text: 'begun ' }, { seq: 2, text: 'err\n', stream: 'stderr' })
  await append(held, 14, { seq: 3, text: 'ended\nout\n' })
  expect(await heldText(held)).toEqual(['err\n', 'out\n'])
})

test('a chunk sent twice is stored once', async () => {
  const held = await startedRun()
  await append(held, 100, { seq: 1, text: 'a\n' })
  await append(held, 100, { seq: 1, text: 'a\n' }, { seq: 2, text: 'b\n' })
  expect(await heldText(held)).toEqual(['a\n', 'b\n'])
  const [row] = await pool.db.select().from(run).where(eq(run.id, held.id))
  expect(row?.logBytes).toBe(4)
})

test('tail(0) is empty, a final newline is no line, and a cursor reads on from there', async () => {
  const held = await startedRun()
  await append(held, 100, { seq: 1, text: 'a\nb\n' }, { seq: 2, text: 'c\nd', firstLine: 3 })
  const tail = async (tailLines: number) =>
    (await readOutput(pool.db, { runId: held.id, tailLines }))?.chunks.map((chunk) => chunk.text).join('')
  expect(await tail(0)).toBe('')
  expect(await tail(1)).toBe('d')
  expect(await tail(3)).toBe('b\nc\nd')
  expect(await tail(99)).toBe('a\nb\nc\nd')
  const page = await readOutput(pool.db, { runId: held.id, tailLines: 0 })
  expect(page?.cursor).toEqual({ epoch: 1, seq: 2 })
  await append(held, 100, { seq: 3, text: '\nNUL \0\n', firstLine: 4 })
  const next = await readOutput(pool.db, { runId: held.id, cursor: page?.cursor })
  expect(next).toMatchObject({ chunks: [{ seq: 3, text: '\nNUL \uFFFD\n' }], cursor: { epoch: 1, seq: 3 } })
})

test('output of a fenced attempt is not written', async () => {
  const held = await startedRun()
  expect(await append({ ...held, epoch: 9 }, 100, { seq: 1, text: 'a\n' })).toBe('fenced')
  expect(await heldText(held)).toEqual([])
})
