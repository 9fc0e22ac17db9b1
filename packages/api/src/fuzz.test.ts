import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appRouter } from './app-router.ts'
import { fetchHandler, maxBodyBytes } from './fetch-handler.ts'
import { openDaemon, type TestDaemon } from './fixtures/daemon.ts'
import { openApi, publicUrl, readAnswer, type TestApi } from './fixtures/open-api.ts'
import { addOwner, type Person } from './fixtures/people.ts'
import { type SeededTeam, seedTeam } from './fixtures/seed-team.ts'

let api: TestApi
let owner: Person
let daemon: TestDaemon
let seed: SeededTeam

beforeEach(() => {
  api.faults.length = 0
})
beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
  daemon = await openDaemon(api.databaseUrl)
  seed = await seedTeam(api, daemon, owner)
})
afterAll(async () => {
  await daemon.close()
  await api.close()
})

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: 'query' | 'mutation' | 'subscription' } }>,
).map(([path, { _def }]) => ({ path, type: _def.type }))

/** Strings that have broken something before: PostgreSQL, JSON, paths, shells, prototypes. */
const evilText = fc.oneof(
  fc.constantFrom('\0', 'a\0b', '\ud800', '\udc00x', '..', '../../etc/passwd', '%2e%2e', '__proto__', 'constructor'),
  fc.constantFrom(
    '-rf',
    '--option',
    '\u202e',
    '1e400',
    'NaN',
    "'; drop table run; --",
    '1.99999999999999999999',
    '0.0',
  ),
  fc.constantFrom('999999999.999999999999999', 'edit', 'x'.repeat(100_000)),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

const evilNumber = fc.oneof(
  fc.constantFrom(-1, 0, 1, 2 ** 31, 2 ** 31 - 1, 2 ** 53, 2 ** 53 + 2, 1e308, 0.1, -0, NaN, Infinity, -Infinity),
  fc.integer(),
  fc.double(),
)

const evilValue = fc.oneof(
  { depthSize: 'small' },
  evilText,
  evilNumber,
  fc.boolean(),
  fc.constantFrom(null, undefined, 2n ** 70n, new Date(NaN), new Map([['a', 1]]), new Set(['a'])),
  fc.array(evilText, { maxLength: 20 }),
  fc.dictionary(evilText, evilNumber, { maxKeys: 5 }),
  fc.anything({ maxDepth: 3 }),
)

/** Names that inputs of ours use, so that the fuzz reaches behind the outermost check. */
const fields = (
  'id runId trialId traceId name limit cursor status q goal verdict note ids lastEventId from count fromChunk after ' +
  'tail timeoutMs reason experiment arm role forMs expiresInMs reference overrides label benchmark task hidden url events cap'
).split(' ')
/** A cursor as the lists write them, with values of our choice. */
function cursorOf(...values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** What the team really has, so that the fuzz also reaches what is done with it. */
const real = fc.constantFrom('run', 'trial', 'trace', 'experiment', 'runner')
const valueOfField = fc.oneof(
  evilValue,
  real.map((kind) => ({ real: kind })),
  fc.constantFrom('open', 'closed', '1.1', '7', 5, 100, ['a'], ['running'], 'baseline'),
  fc.constantFrom('http://127.0.0.1:9/', 'https://[::1]:0/\u202e', 'http://a:b@1.1.1.1', ['run.lost'], 'https://%00/'),
  fc.constantFrom(cursorOf('x', 'y'), cursorOf('2026-01-01T00:00:00.000Z', 'a\0'), cursorOf('t', 1e300, 'n')),
  fc.constantFrom(
    cursorOf('2026-99-01T00:00:00.000Z', 'a'),
    cursorOf('t', 1, 'n'),
    cursorOf('2026-01-01T00:00:00.000Z', 'a'),
  ),
)
const name = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/)

/** Requests that the benchmark takes, up to the ends of what it takes. */
const launch = fc.record(
  {
    benchmark: fc.constant('edit'),
    agent: fc.constantFrom('noop', 'oracle', 'coin:0.5:1', 'coin:1e-9:999999999999999999999'),
    tasks: fc.integer({ min: 1, max: 100_000 }),
    attempts: fc.integer({ min: 1, max: 1_000 }),
    priority: fc.integer({ min: -100, max: 100 }),
    weight: fc.constantFrom(0.01, 0.07, 1.1, 1_000),
    budgetUsd: fc.constantFrom(1e-300, 0.1, 1_000_000),
    timeoutMs: fc.constantFrom(1_000, 30 * 24 * 3_600_000),
    maxQueueAgeMs: fc.constantFrom(1_000, 90 * 24 * 3_600_000),
    labels: fc.array(name, { maxLength: 20 }),
    experiment: fc.constantFrom('a', '.a', 'toString', 'e'.repeat(64)),
    arm: fc.oneof(name, fc.constant('a'.repeat(63))),
    role: fc.constantFrom('baseline', 'variant'),
    goal: fc.string({ unit: 'grapheme', maxLength: 500 }),
    note: fc.string({ unit: 'grapheme', maxLength: 500 }),
    env: fc.dictionary(fc.stringMatching(/^[A-Z_]{1,10}$/), fc.string({ unit: 'grapheme' }), { maxKeys: 3 }),
    name,
  },
  { requiredKeys: ['benchmark'] },
)
const brokenLaunch = fc
  .tuple(
    launch,
    fc.dictionary(fc.constantFrom('tasks', 'env', 'include', 'labels', 'name', 'goal', 'weight'), evilValue),
  )
  .map(([good, bad]) => ({ ...good, ...bad }))
const input = fc.oneof(
  fc.dictionary(fc.constantFrom(...fields), valueOfField, { maxKeys: 6 }),
  fc.record({ launch }),
  fc.record({ launch: fc.oneof(launch, brokenLaunch), idempotencyKey: evilText }, { requiredKeys: ['launch'] }),
  evilValue,
)

/** Puts the ids of the seed where the drawn input only says their kind. */
function withReal(drawn: unknown): unknown {
  if (typeof drawn !== 'object' || drawn === null || drawn instanceof Map || drawn instanceof Set) return drawn
  const ids: Record<string, string> = {
    run: seed.run.id,
    trial: seed.trialId,
    trace: seed.traceId,
    experiment: seed.experiment,
    runner: 'host-a',
  }
  const entries = Object.entries(drawn).map(([key, value]: [string, unknown]) => {
    const kind: unknown = typeof value === 'object' && value !== null && 'real' in value ? value.real : undefined
    return [key, typeof kind === 'string' ? ids[kind] : value]
  })
  return Array.isArray(drawn) ? drawn : Object.fromEntries(entries)
}

for (const { path, type } of procedures) {
  test(`${path} answers bad input with an error of the caller`, async () => {
    await fc.assert(
      fc.asyncProperty(input, async (drawn) => {
        const value = withReal(drawn)
        if (type === 'subscription') {
          const stop = AbortSignal.timeout(20)
          const response = await api.open(path, value, owner.headers, stop)
          const text = await response.text().catch(() => '')
          expect(text).not.toContain('INTERNAL_SERVER_ERROR')
          return
        }
        const call = type === 'query' ? api.query : api.mutate
        const bounded = type === 'query' && path === 'runs.wait' ? { ...Object(value), timeoutMs: 1 } : value
        const { error } = await call(path, bounded, owner.headers)
        expect(error?.code, JSON.stringify(error)).not.toBe('INTERNAL_SERVER_ERROR')
      }),
      { numRuns: type === 'subscription' ? 20 : 60, endOnFailure: true },
    )
    expect(api.faults).toEqual([])
  })
}

async function raw(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return fetchHandler(
    api.services,
    new Request(new URL('/api/trpc/experiments.create', publicUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, ...owner.headers, ...headers },
      body: typeof body === 'string' ? body : Buffer.from(body),
    }),
  )
}

test('bodies that are not ours are refused, whatever they are', async () => {
  const deep = 50_000
  const bodies = [
    '',
    'null',
    '[]',
    '{',
    '{"json":{"id":"a"},"meta":{"values":"nonsense"}}',
    '{"json":{"id":"a"},"meta":{"values":{"id":["Date"]}}}',
    '{"json":{"id":"a"},"meta":{"values":{"__proto__.x":["Date"]}}}',
    '{"json":{"id":"a"},"meta":{"referentialEqualities":{"id":["__proto__.polluted"]}}}',
    '{"json":{"id":"a","id":"b\\u0000"}}',
    `{"json":${'['.repeat(deep)}${']'.repeat(deep)}}`,
    `{"json":{"id":"a","goal":${JSON.stringify('\ud800')}}}`,
  ]
  for (const body of bodies) {
    const response = await raw(body)
    const text = await response.text()
    expect(response.status, `${body.slice(0, 60)}: ${text}`).toBeLessThan(500)
  }
  const bytes = await raw(new Uint8Array([0x7b, 0xff, 0xfe, 0x00]))
  expect(bytes.status).toBe(400)
  const form = await raw('id=a', { 'content-type': 'application/x-www-form-urlencoded' })
  expect(form.status).toBeGreaterThanOrEqual(400)
  expect(form.status).toBeLessThan(500)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  expect(api.faults).toEqual([])
})

test('a body of 50 MB is refused as too large, with and without its length declared', async () => {
  const response = await raw(JSON.stringify({ json: { id: 'a', goal: 'x'.repeat(50 * 1024 * 1024) } }))
  expect(response.status).toBe(413)
  expect(await readAnswer(response)).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } })

  const chunk = new Uint8Array(1024 * 1024)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += chunk.length
      if (sent > 50 * chunk.length) controller.close()
      else controller.enqueue(chunk)
    },
  })
  const streamed = await fetchHandler(
    api.services,
    new Request(new URL('/api/trpc/experiments.create', publicUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, ...owner.headers },
      body,
      duplex: 'half',
    }),
  )
  expect(streamed.status).toBe(413)
  expect(sent).toBeLessThan(2 * maxBodyBytes)
})

test('a change cannot be asked for by address, nor too many calls in one request', async () => {
  const url = new URL('/api/trpc/experiments.create', publicUrl)
  url.searchParams.set('input', JSON.stringify({ json: { id: 'byaddress' } }))
  const changed = await fetchHandler(api.services, new Request(url, { headers: owner.headers }))
  expect(changed.status).toBe(405)
  const many = Array.from({ length: 1_000 }, () => 'me.whoami').join(',')
  const batch = new URL(`/api/trpc/${many}?batch=1`, publicUrl)
  const refused = await fetchHandler(api.services, new Request(batch, { headers: owner.headers }))
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(refused.status).toBeLessThan(500)
  expect(api.faults).toEqual([])
})

test('a list of 10,000 bad names is answered shortly and in time', async () => {
  const include = Array.from({ length: 10_000 }, (_, n) => `no-such-task-${n}`)
  const { error } = await api.mutate('runs.launch', { launch: { benchmark: 'edit', include } }, owner.headers)
  expect(error?.code).toBe('BAD_REQUEST')
  expect(error?.message).toMatch(/include\.0: .* and 9980 more/)
  expect(JSON.stringify(error).length).toBeLessThan(10_000)
})

test('the fuzz reached the queue, and what it queued can be read', async () => {
  const { data, error } = await api.query('runs.list', { limit: 200, hidden: true }, owner.headers)
  expect(error).toBeNull()
  const { runs } = data as { runs: { id: string }[] }
  expect(runs.length).toBeGreaterThan(3)
  for (const { id } of runs.slice(0, 30)) {
    expect((await api.query('runs.get', { id }, owner.headers)).error).toBeNull()
  }
})

test('broken text is refused naming its field', async () => {
  const nul = await api.mutate('experiments.create', { id: 'ok', goal: 'a\0b' }, owner.headers)
  expect(nul.error).toMatchObject({ code: 'BAD_REQUEST', reason: 'BROKEN_TEXT' })
  expect(nul.error?.message).toContain('goal')
  const half = await api.mutate('experiments.create', { id: 'ok', goal: 'a\ud800b' }, owner.headers)
  expect(half.error?.message).toContain('goal')
})
