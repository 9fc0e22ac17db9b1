import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { inTeam, listAudit, type RunRow, reapRunners } from '@paddock/db'
import { queueLimits, type WebhookLimits, webhookLimits } from '@paddock/domain'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDaemon, type TestDaemon } from '../fixtures/daemon.ts'
import { openApi, publicUrl, secret, type TestApi } from '../fixtures/open-api.ts'
import { addOwner, type Person } from '../fixtures/people.ts'
import { openReceiver, type Received, type Receiver } from '../fixtures/receiver.ts'

const quick: WebhookLimits = {
  ...webhookLimits,
  answerWithinMs: 500,
  claimMs: 1_500,
  firstRetryMs: 100,
  lookEveryMs: 100,
  lookAtMostEveryMs: 20,
}
const never = { ...quick, lookEveryMs: 3_600_000, lookAtMostEveryMs: 3_600_000 }

let api: TestApi
let owner: Person
let daemon: TestDaemon
const opened: Receiver[] = []
const children: ChildProcess[] = []

beforeAll(() => open(quick))
afterAll(close)

async function open(limits: WebhookLimits): Promise<void> {
  api = await openApi(undefined, { webhookNetworks: 'private', webhookLimits: limits })
  owner = await addOwner(api)
  daemon = await openDaemon(api.databaseUrl)
}

async function close(): Promise<void> {
  await daemon.close()
  await api.close()
}

/** With `never` the API's own sender looks away, so that only those of the test send. */
async function reopen(limits: WebhookLimits): Promise<void> {
  await close()
  await open(limits)
}
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const receiver of opened.splice(0)) await receiver.close()
  for (const { id } of await listed()) await mutate('webhooks.delete', { id })
  expect(api.faults).toEqual([])
})

interface View {
  id: string
  secret: string
  failingSince: Date | null
  disabledReason: string | null
  lastError: string | null
}

async function mutate<T>(path: string, input: unknown): Promise<T> {
  const { data, error } = await api.mutate(path, input, owner.headers)
  if (error !== null) throw new Error(error.message)
  return data as T
}

async function listed(): Promise<View[]> {
  return (await api.query('webhooks.list', undefined, owner.headers)).data as View[]
}

async function receiver(...answer: Parameters<typeof openReceiver>): Promise<Receiver> {
  const one = await openReceiver(...answer)
  opened.push(one)
  return one
}

async function started(): Promise<RunRow> {
  await mutate('runs.launch', { launch: { benchmark: 'edit', agent: 'noop' } })
  return daemon.start()
}

function isSigned({ headers, body }: Received, key: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['paddock-signature'])) ?? []
  expect(Math.abs(Number(t) - Date.now() / 1_000)).toBeLessThan(60)
  return v1 === createHmac('sha256', key).update(`${t}.${body}`).digest('hex')
}

const bodyOf = ({ body }: Received) => JSON.parse(body) as { id: string; event: string; run: Record<string, unknown> }

test('the end of a run arrives once, signed, with ids and facts', async () => {
  const target = await receiver()
  const created = await mutate<View>('webhooks.create', { url: target.url })
  const run = await started()
  await daemon.finish(run, {
    status: 'failed',
    exitCode: 3,
    errorCode: 'PROCESS_FAILED',
    errorMessage: 'private words',
  })
  await expect.poll(() => target.received.length).toBe(1)
  const [request] = target.received as [Received]
  expect(request.path).toBe('/hook')
  expect(isSigned(request, created.secret)).toBe(true)
  expect(isSigned(request, `${created.secret}x`)).toBe(false)
  const body = bodyOf(request)
  expect(request.headers).toMatchObject({ 'paddock-delivery': body.id, 'paddock-event': 'run.ended' })
  expect(body).toMatchObject({
    event: 'run.ended',
    run: {
      ...{ id: run.id, name: run.name, status: 'failed', errorCode: 'PROCESS_FAILED', exitCode: 3, experiment: null },
      ...{ url: `${publicUrl}/runs/${run.id}`, lostAt: null, trials: { passed: 0, running: 0 } },
    },
  })
  expect(new Date(String(body.run.finishedAt)).toISOString()).toBe(body.run.finishedAt)
  expect(request.body).not.toContain('private words')
  const { data } = await api.query('webhooks.deliveries', { id: created.id }, owner.headers)
  await expect.poll(async () => (await listed())[0]).toMatchObject({ failingSince: null, pending: 0 })
  expect(data).toMatchObject([{ id: body.id, event: 'run.ended', attempts: 1 }])
})

test('the secret is shown once, and nowhere in lists, the audit log or the database', async () => {
  const created = await mutate<View>('webhooks.create', { url: 'http://127.0.0.1:9/', events: ['run.lost'] })
  expect(created.secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(JSON.stringify(await listed())).not.toContain(created.secret)
  const { entries } = await inTeam(api.services.db, owner.teamId, (tx) => listAudit(tx, { limit: 50 }))
  expect(entries.map(({ action }) => action)).toContain('webhook.create')
  expect(JSON.stringify(entries)).not.toContain(created.secret)
  const rows = await inTeam(api.services.db, owner.teamId, (tx) => tx.execute('select * from webhook'))
  expect(JSON.stringify(rows)).not.toContain(created.secret)
})

test('a 500 is tried again with the same id and body, until it is taken', async () => {
  const target = await receiver((nth, response) => response.writeHead(nth < 3 ? 500 : 200).end())
  const { id } = await mutate<View>('webhooks.create', { url: target.url })
  await daemon.finish(await started())
  await expect.poll(() => target.received.length, { timeout: 5_000 }).toBe(3)
  expect(new Set(target.received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(target.received.map(({ headers }) => headers['paddock-delivery'])).size).toBe(1)
  const deliveries = async () => (await api.query('webhooks.deliveries', { id }, owner.headers)).data
  await expect.poll(deliveries).toMatchObject([{ state: 'delivered', attempts: 3, lastStatus: 200, lastError: null }])
})

test('redirects are not followed, and a silent endpoint holds up no other', async () => {
  const elsewhere = await receiver()
  const redirecting = await receiver((_nth, response) => response.writeHead(302, { location: elsewhere.url }).end())
  const silent = await receiver(() => {})
  const good = await receiver()
  const bad = await mutate<View>('webhooks.create', { url: redirecting.url })
  const hung = await mutate<View>('webhooks.create', { url: silent.url })
  await mutate('webhooks.create', { url: good.url })
  await daemon.finish(await started())
  await daemon.finish(await started())
  await expect.poll(() => good.received.length).toBe(2)
  const errorOf = async ({ id }: View) => (await listed()).find((one) => one.id === id)?.lastError
  await expect.poll(() => errorOf(bad)).toContain('It answered 302: redirects are not followed')
  await expect.poll(() => errorOf(hung)).toBe('It did not answer within 0.5 s.')
  expect(elsewhere.received).toEqual([])
})

test('a lost run is told', async () => {
  const target = await receiver()
  await mutate('webhooks.create', { url: target.url, events: ['run.lost'] })
  const lonely = await openDaemon(api.databaseUrl, { name: 'host-lonely' })
  await mutate('runs.launch', { launch: { benchmark: 'edit', agent: 'noop' } })
  const run = await lonely.start()
  const { db } = lonely.connection
  await db.execute(`update runner set beat_at = beat_at - interval '10 minutes' where id = '${lonely.runnerId}'`)
  await db.execute('update installation set watched_at = clock_timestamp(), reap_not_before = null')
  await reapRunners(db, { limits: queueLimits })
  await expect.poll(() => target.received.length).toBe(1)
  const body = bodyOf(target.received[0] as Received)
  expect(body).toMatchObject({ event: 'run.lost', run: { id: run.id, status: 'running', finishedAt: null } })
  expect(body.run.lostAt).not.toBeNull()
  await lonely.close()
})

test('a test says how it went, and is not tried again', async () => {
  const target = await receiver((nth, response) => response.writeHead(nth === 1 ? 200 : 503).end())
  const { id } = await mutate<View>('webhooks.create', { url: target.url })
  expect(await mutate('webhooks.test', { id })).toMatchObject({ accepted: true, status: 200, reason: null })
  const failed = { accepted: false, status: 503, reason: 'It answered 503.' }
  expect(await mutate('webhooks.test', { id })).toMatchObject(failed)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(target.received.map((request) => bodyOf(request).event)).toEqual(['webhook.test', 'webhook.test'])
  expect(await listed()).toMatchObject([{ failingSince: null }])
})

test('a disabled endpoint says why, and hears again once it is enabled', async () => {
  const target = await receiver()
  const { id } = await mutate<View>('webhooks.create', { url: target.url })
  await inTeam(api.services.db, owner.teamId, (tx) =>
    tx.execute(`update webhook set disabled_at = now(), disabled_reason = 'Nothing reached it.' where id = '${id}'`),
  )
  await daemon.finish(await started())
  expect(await listed()).toMatchObject([{ disabledReason: 'Nothing reached it.', pending: 0 }])
  expect(await mutate('webhooks.enable', { id })).toMatchObject({ disabledAt: null, disabledReason: null })
  const run = await started()
  await daemon.finish(run)
  await expect.poll(() => target.received.length).toBe(1)
  expect(bodyOf(target.received[0] as Received).run.id).toBe(run.id)
})

test('addresses where nothing is sent are refused at once, with the reason', async () => {
  for (const [url, reason] of [
    ['http://169.254.169.254/latest/meta-data/', 'metadata service'],
    ['http://[fe80::1]/', 'link-local'],
    ['https://me:word@example.org/', 'user or password'],
    ['ftp://example.org/', 'https://'],
    ['file:///etc/passwd', 'https://'],
  ]) {
    const { error } = await api.mutate('webhooks.create', { url }, owner.headers)
    expect(error, url).toMatchObject({ code: 'BAD_REQUEST', reason: 'FIELD_INVALID' })
    expect(error?.message).toContain(reason)
  }
})

test('the receiver of the guide takes a delivery, and refuses a forged one', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
  const code = /```python\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const created = await mutate<View>('webhooks.create', { url })
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: created.secret, PORT: String(port) }
  const python = spawn('python3', ['-c', code], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(python)
  let printed = ''
  python.stdout.on('data', (text) => (printed += text))
  const isUp = () =>
    fetch(url, { method: 'POST', body: '{}' }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isUp, { timeout: 20_000 }).toBe(401)
  const run = await started()
  await daemon.finish(run)
  await expect.poll(() => printed, { timeout: 5_000 }).toBe(`run.ended ${run.name} succeeded\n`)
  const headers = { 'paddock-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` }
  expect((await fetch(url, { method: 'POST', body: '{}', headers })).status).toBe(401)
})

/** A process that only sends, on this test's database. */
function sender(limits: WebhookLimits): ChildProcess {
  const settings = JSON.stringify({ databaseUrl: api.databaseUrl, publicUrl, secret, limits })
  const program = join(import.meta.dirname, '../fixtures/sender-program.ts')
  const child = spawn(process.execPath, [program, settings], { stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
  return child
}

test('a sender that is killed in mid-delivery loses nothing: the same id is sent again', async () => {
  await reopen(never)
  let heard = () => {}
  const first = new Promise<void>((resolve) => (heard = resolve))
  const target = await receiver((nth, response) => {
    if (nth > 1) response.writeHead(200).end()
    heard()
  })
  await mutate('webhooks.create', { url: target.url })
  await daemon.finish(await started())
  const doomed = sender({ ...quick, answerWithinMs: 60_000 })
  await first
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')
  sender(quick)
  await expect.poll(() => target.received.length, { timeout: 20_000 }).toBe(2)
  expect(new Set(target.received.map(({ body }) => body)).size).toBe(1)
})

test('two senders send each of many deliveries once', async () => {
  await reopen(never)
  const target = await receiver((_nth, response) => setTimeout(() => response.writeHead(200).end(), 20))
  await mutate('webhooks.create', { url: target.url })
  const ids: string[] = []
  for (let n = 0; n < 12; n += 1) {
    const run = await started()
    await daemon.finish(run)
    ids.push(run.id)
  }
  sender({ ...quick, claimMs: 60_000 })
  sender({ ...quick, claimMs: 60_000 })
  await expect.poll(() => target.received.length, { timeout: 20_000 }).toBe(12)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(new Set(target.received.map((request) => bodyOf(request).run.id))).toEqual(new Set(ids))
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
