import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDaemon, type TestDaemon } from '../fixtures/daemon.ts'
import { openApi, type TestApi } from '../fixtures/open-api.ts'
import { addOwner, addPerson, addStranger, type Person, revokeSession } from '../fixtures/people.ts'
import { nextMessage, readEvents, type StreamEvent } from '../fixtures/read-events.ts'
import { appendSteps, type SeededTeam, seedTeam } from '../fixtures/seed-team.ts'
import type { OutputView } from '../runs/output-cursor.ts'
import type { Change } from './change.ts'

let api: TestApi
let daemon: TestDaemon
let owner: Person
let seed: SeededTeam

beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
  daemon = await openDaemon(api.databaseUrl)
  seed = await seedTeam(api, daemon, owner)
})
beforeEach(() => {
  expect(api.faults).toEqual([])
})
afterAll(async () => {
  await daemon.close()
  await api.close()
})

function subscribe(path: string, input: unknown, person: Person = owner) {
  const stop = new AbortController()
  const response = api.open(path, input, person.headers, stop.signal)
  const events = response.then((one) => readEvents(one))
  return { next: async () => nextMessage(await events), events, stop: () => stop.abort() }
}

test('a stream begins with "look at everything", then names what changes in the own team only', async () => {
  const stranger = await addStranger(api, owner)
  const own = subscribe('live.changes', undefined)
  const other = subscribe('live.changes', undefined, stranger)
  expect((await own.next()).data).toEqual([{ entity: '*', id: '*' }])
  expect((await other.next()).data).toEqual([{ entity: '*', id: '*' }])

  await daemon.tell(seed.run)
  const { data } = await own.next()
  expect(data).toContainEqual({ entity: 'run', id: seed.run.id })

  const launched = await api.mutate('runs.launch', { launch: { benchmark: 'edit', agent: 'noop' } }, stranger.headers)
  const { id } = launched.data as { id: string }
  const theirs = (await other.next()).data as Change[]
  expect(theirs.some((change) => change.id === id)).toBe(true)
  expect(theirs.some((change) => change.id === seed.run.id)).toBe(false)
  own.stop()
  other.stop()
})

test('what people write of an experiment reaches the pages of others', async () => {
  const stream = subscribe('live.changes', undefined)
  await stream.next()
  await api.mutate('experiments.edit', { id: seed.experiment, goal: 'be quick' }, owner.headers)
  expect((await stream.next()).data).toContainEqual({ entity: 'experiment', id: seed.experiment })
  stream.stop()
})

test('a hundred changes of one run are a few events', async () => {
  const stream = subscribe('live.changes', undefined)
  await stream.next()
  for (let n = 0; n < 100; n++) await daemon.tell(seed.run)
  let events = 0
  const end = setTimeout(() => stream.stop(), 400)
  try {
    for (;;) {
      await stream.next()
      events += 1
    }
  } catch {
    clearTimeout(end)
  }
  expect(events).toBeGreaterThan(0)
  expect(events).toBeLessThan(20)
})

test('output is tailed across reconnects without losing or repeating a chunk', async () => {
  const { run } = seed
  const texts: string[] = []
  let lastEventId: string | null = null
  let seq = 1
  const writeMore = async () => {
    for (let n = 0; n < 5; n++) {
      seq += 1
      await daemon.write(run, seq, `line ${seq}\n`)
    }
  }
  for (let connection = 0; connection < 4; connection++) {
    const stream = subscribe('runs.onOutput', { id: run.id, lastEventId })
    const writing = writeMore()
    const wanted = 1 + 5 * (connection + 1) - (connection % 2) * 2
    while (texts.length < wanted) {
      const event = await stream.next()
      texts.push(...(event.data as OutputView).chunks.map((chunk) => chunk.text))
      lastEventId = event.id
    }
    // Cut in the middle, as a dropped connection is.
    stream.stop()
    await writing
  }
  const rest = subscribe('runs.onOutput', { id: run.id, lastEventId })
  while (texts.length < seq) texts.push(...((await rest.next()).data as OutputView).chunks.map((chunk) => chunk.text))
  rest.stop()
  expect(texts).toEqual(['hello\n', ...Array.from({ length: seq - 1 }, (_, n) => `line ${n + 2}\n`)])
})

test('steps of a live trace are tailed across a reconnect', async () => {
  const { run, traceId } = seed
  const indexes = (data: unknown) => (data as { steps: { index: number }[] }).steps.map((step) => step.index)
  const first = subscribe('traces.onSteps', { traceId })
  const event = await first.next()
  expect(indexes(event.data)).toEqual([0, 1, 2])
  first.stop()
  await appendSteps(daemon, run, traceId, 3, 4)
  const second = subscribe('traces.onSteps', { traceId, lastEventId: event.id })
  expect(indexes((await second.next()).data)).toEqual([3, 4, 5, 6])
  second.stop()

  const skeleton = await api.query('traces.skeleton', { traceId }, owner.headers)
  expect((skeleton.data as { steps: unknown[] }).steps).toHaveLength(7)
  const middle = await api.query('traces.steps', { traceId, from: 2, count: 3 }, owner.headers)
  expect(indexes(middle.data)).toEqual([2, 3, 4])
})

test('a revoked session’s stream is closed while it is open', async () => {
  const person = await addPerson(api, owner, 'leaver', 'viewer')
  const stream = subscribe('live.changes', undefined, person)
  await stream.next()
  await revokeSession(api, person)
  let last: StreamEvent | undefined
  for await (const event of await stream.events) last = event
  expect(last).toMatchObject({ event: 'serialized-error', data: { data: { code: 'UNAUTHORIZED' } } })
})

test('a wait returns when the run ends, and the live row when its time is over', async () => {
  const { run } = seed
  const early = await api.query('runs.wait', { id: run.id, timeoutMs: 50 }, owner.headers)
  expect(early.data).toMatchObject({ id: run.id, status: 'running' })
  const waiting = api.query('runs.wait', { id: run.id, timeoutMs: 20_000 }, owner.headers)
  const started = Date.now()
  await daemon.finish(run)
  expect((await waiting).data).toMatchObject({ id: run.id, status: 'succeeded', error: null })
  expect(Date.now() - started).toBeLessThan(5_000)
})

test('output of an ended run ends the stream, and a reconnect says so again', async () => {
  const kinds: string[] = []
  const stream = subscribe('runs.onOutput', { id: seed.run.id, tail: 1 })
  for await (const event of await stream.events) kinds.push(event.event)
  expect(kinds.filter((kind) => kind === 'message')).toHaveLength(1)
  expect(kinds.at(-1)).toBe('return')
})

test('a server that stops cuts its streams instead of ending them, so that clients reconnect', async () => {
  const other = await openApi()
  const person = await addOwner(other)
  const stop = new AbortController()
  const events = readEvents(await other.open('live.changes', undefined, person.headers, stop.signal))
  await nextMessage(events)
  await other.services.live.stop()
  const kinds: string[] = []
  for await (const event of events) kinds.push(event.event)
  expect(kinds).not.toContain('return')
  expect(kinds).not.toContain('serialized-error')
  expect(other.faults).toEqual([])
  await other.close()
})
