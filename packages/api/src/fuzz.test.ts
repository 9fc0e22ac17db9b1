import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRouter } from './app-router.ts'
import { fetchHandler, maxBodyBytes } from './fetch-handler.ts'
import { openApi, publicUrl, readAnswer, type TestApi } from './fixtures/open-api.ts'
import { addOwner, type Person } from './fixtures/people.ts'

let api: TestApi
let owner: Person

beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
})
afterAll(() => api.close())

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
const fields = [
  ...['id', 'runId', 'trialId', 'traceId', 'name', 'limit', 'cursor', 'status', 'q', 'goal', 'verdict', 'note', 'ids'],
  ...['lastEventId', 'from', 'count', 'fromChunk', 'after', 'tail', 'timeoutMs', 'reason', 'experiment', 'arm', 'role'],
  ...['forMs', 'expiresInMs', 'reference', 'overrides', 'label', 'benchmark', 'task', 'idempotencyKey', 'hidden'],
]
const launchFields = [
  ...['benchmark', 'dataset', 'model', 'agent', 'tasks', 'include', 'exclude', 'attempts', 'env', 'settings', 'name'],
  ...['experiment', 'arm', 'role', 'goal', 'weight', 'labels', 'priority', 'budgetUsd', 'timeoutMs', 'maxQueueAgeMs'],
]
const valueOfField = fc.oneof(evilValue, fc.constantFrom('seed', 'r7kq4mab', 'open', 'closed', '1.1', '7', 5, 100))
const launch = fc
  .dictionary(fc.constantFrom(...launchFields), valueOfField, { maxKeys: 6 })
  .map((some) => ({ benchmark: 'edit', ...some }))
const input = fc.oneof(
  fc.dictionary(fc.constantFrom(...fields), valueOfField, { maxKeys: 6 }),
  fc.record({ launch, idempotencyKey: evilText }, { requiredKeys: ['launch'] }),
  evilValue,
)

for (const { path, type } of procedures) {
  test(`${path} answers bad input with an error of the caller`, async () => {
    await fc.assert(
      fc.asyncProperty(input, async (value) => {
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

test('broken text is refused naming its field', async () => {
  const nul = await api.mutate('experiments.create', { id: 'ok', goal: 'a\0b' }, owner.headers)
  expect(nul.error).toMatchObject({ code: 'BAD_REQUEST', reason: 'BROKEN_TEXT' })
  expect(nul.error?.message).toContain('goal')
  const half = await api.mutate('experiments.create', { id: 'ok', goal: 'a\ud800b' }, owner.headers)
  expect(half.error?.message).toContain('goal')
})
