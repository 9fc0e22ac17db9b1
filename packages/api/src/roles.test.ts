import { createHash } from 'node:crypto'
import {
  compareRows,
  getExperiment,
  getRun,
  getTrace,
  getTrial,
  insertKey,
  inTeam,
  listAudit,
  listEvents,
  listRuns,
  readOutput,
  requestCancel,
  taskMatrix,
} from '@paddock/db'
import { type TeamRole, teamRoles } from '@paddock/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRouter } from './app-router.ts'
import { openDaemon, type TestDaemon } from './fixtures/daemon.ts'
import { type Answer, openApi, type TestApi } from './fixtures/open-api.ts'
import {
  addKey,
  addOwner,
  addPerson,
  addStranger,
  type Person,
  removePerson,
  revokeSession,
} from './fixtures/people.ts'
import { readEvents } from './fixtures/read-events.ts'
import { type SeededTeam, seedTeam } from './fixtures/seed-team.ts'

/** What enumeration needs to know of a procedure beyond what it declares itself. */
interface Sample {
  /** An input about the team's own things. */
  input: (seed: SeededTeam) => unknown
  /** The input names something of the team, so that for others it must be unknown. */
  owned?: true
}

const id = ({ run }: SeededTeam) => ({ id: run.id })
const experiment = (seed: SeededTeam) => ({ id: seed.experiment })
const none = () => undefined

const samples: Record<string, Sample> = {
  'runs.launch': { input: () => ({ launch: { benchmark: 'edit', agent: 'noop' } }) },
  'runs.preview': { input: () => ({ launch: { benchmark: 'edit', agent: 'noop' } }) },
  'runs.list': { input: () => ({}) },
  'runs.get': { input: id, owned: true },
  'runs.wait': { input: (seed) => ({ ...id(seed), timeoutMs: 0 }), owned: true },
  'runs.output': { input: id, owned: true },
  'runs.events': { input: id, owned: true },
  'runs.onOutput': { input: id, owned: true },
  'runs.clearFinished': { input: () => ({}) },
  'runs.cancel': { input: id, owned: true },
  'runs.giveUp': { input: id, owned: true },
  'runs.releaseWorkspace': { input: id, owned: true },
  'runs.retry': { input: id, owned: true },
  'runs.resume': { input: id, owned: true },
  'runs.delete': { input: id, owned: true },
  'trials.list': { input: ({ run }) => ({ runId: run.id }), owned: true },
  'trials.get': { input: ({ trialId }) => ({ id: trialId }), owned: true },
  'traces.list': { input: ({ trialId }) => ({ trialId }), owned: true },
  'traces.skeleton': { input: ({ traceId }) => ({ traceId }), owned: true },
  'traces.steps': { input: ({ traceId }) => ({ traceId }), owned: true },
  'traces.onSteps': { input: ({ traceId }) => ({ traceId }), owned: true },
  'experiments.list': { input: () => ({}) },
  'experiments.create': { input: () => ({ id: 'another' }) },
  'experiments.get': { input: experiment, owned: true },
  'experiments.edit': { input: (seed) => ({ ...experiment(seed), goal: 'win' }), owned: true },
  'experiments.addArm': { input: (seed) => ({ experiment: seed.experiment, arm: 'new' }), owned: true },
  'experiments.matrix': { input: experiment, owned: true },
  'experiments.compare': { input: experiment, owned: true },
  'runners.list': { input: none },
  'runners.pause': { input: () => ({ name: 'host-a' }) },
  'runners.resume': { input: () => ({ name: 'host-a' }) },
  'runners.drain': { input: () => ({ name: 'host-a' }) },
  'benchmarks.list': { input: none },
  'keys.create': { input: () => ({ name: 'k', role: 'viewer' }) },
  'keys.list': { input: none },
  'keys.revoke': { input: () => ({ id: 'unknown' }) },
  'limits.get': { input: none },
  'limits.set': { input: () => ({ cap: null }) },
  'webhooks.create': { input: () => ({ url: 'http://127.0.0.1:9/' }) },
  'webhooks.list': { input: none },
  'webhooks.delete': { input: ({ webhookId }) => ({ id: webhookId }), owned: true },
  'webhooks.enable': { input: ({ webhookId }) => ({ id: webhookId }), owned: true },
  'webhooks.test': { input: ({ webhookId }) => ({ id: webhookId }), owned: true },
  'webhooks.deliveries': { input: ({ webhookId }) => ({ id: webhookId }), owned: true },
  'me.whoami': { input: none },
  'me.overview': { input: none },
  'live.changes': { input: none },
}

interface Declared {
  type: 'query' | 'mutation' | 'subscription'
  meta?: { role?: TeamRole }
}

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: Declared }>).map(
  ([path, { _def }]) => ({ path, type: _def.type, role: _def.meta?.role }),
)

let api: TestApi
let daemon: TestDaemon
let owner: Person
let stranger: Person
let seed: SeededTeam
/** In the order of their rights; the names say what they are. */
const outsiders: Record<string, Record<string, string>> = {}
const insiders: { name: string; role: TeamRole; headers: Record<string, string> }[] = []

beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
  daemon = await openDaemon(api.databaseUrl)
  seed = await seedTeam(api, daemon, owner)
  stranger = await addStranger(api, owner)
  for (const role of ['viewer', 'member', 'admin'] as const) {
    const person = await addPerson(api, owner, role, role)
    insiders.push({ name: `${role}`, role, headers: person.headers })
    insiders.push({ name: `key of ${role}, made for an owner`, role, headers: await addKey(api, person, 'owner') })
  }
  insiders.push({ name: 'viewer key of the owner', role: 'viewer', headers: await addKey(api, owner, 'viewer') })

  const removed = await addPerson(api, owner, 'removed', 'admin')
  const revoked = await addPerson(api, owner, 'revoked', 'admin')
  Object.assign(outsiders, {
    nobody: {},
    'expired key': await addKey(api, owner, 'owner', new Date(Date.now() - 1_000)),
    'key of a removed member': await addKey(api, removed, 'owner'),
    'session of a removed member': removed.headers,
    'revoked session': revoked.headers,
    'made-up key': { 'x-api-key': 'a'.repeat(64) },
    'made-up cookie': { cookie: 'paddock.session_token=abc.def' },
  })
  await removePerson(api, owner, removed)
  await revokeSession(api, revoked)
})
afterAll(async () => {
  await daemon.close()
  await api.close()
})

async function call(
  procedure: { path: string; type: Declared['type'] },
  input: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  switch (procedure.type) {
    case 'query':
      return api.query(procedure.path, input, headers)
    case 'mutation':
      return api.mutate(procedure.path, input, headers)
    case 'subscription':
      return firstOf(await api.open(procedure.path, input, headers))
  }
}

/** A subscription answers with its first message or error. */
async function firstOf(response: Response): Promise<Answer> {
  const events = readEvents(response)
  try {
    for await (const { event, data } of events) {
      if (event === 'message') return { status: 200, data, error: null }
      if (event !== 'serialized-error') continue
      const { message, data: described } = data as { message: string; data: NonNullable<Answer['error']> }
      return { status: 200, data: undefined, error: { ...described, message } }
    }
  } finally {
    await events.return(undefined)
  }
  return { status: response.status, data: undefined, error: null }
}

test('every procedure declares a role and has a sample here', () => {
  for (const { path, role } of procedures) expect(teamRoles, `${path} declares no role`).toContain(role)
  expect(procedures.map(({ path }) => path).sort()).toEqual(Object.keys(samples).sort())
})

test('nobody gets an answer without a session or key that holds', async () => {
  for (const procedure of procedures) {
    const input = samples[procedure.path]?.input(seed)
    for (const [name, headers] of Object.entries(outsiders)) {
      const { error } = await call(procedure, input, headers)
      expect(error?.code, `${procedure.path} as ${name}`).toBe('UNAUTHORIZED')
    }
  }
  expect(api.faults).toEqual([])
})

test('each role may do what the table says and no more', async () => {
  const reach = (role: TeamRole) => teamRoles.indexOf(role)
  for (const procedure of procedures) {
    for (const insider of insiders) {
      const allowed = reach(insider.role) >= reach(procedure.role as TeamRole)
      // What is allowed is tried on things that do not exist, so that the seed stays for the next.
      const target = allowed && procedure.type === 'mutation' ? unknownSeed : seed
      const { error } = await call(procedure, samples[procedure.path]?.input(target), insider.headers)
      const codes = ['UNAUTHORIZED', 'FORBIDDEN']
      const refused = error !== null && codes.includes(error.code)
      expect(refused, `${procedure.path} as ${insider.name}: ${error?.message}`).toBe(!allowed)
      if (refused) expect(error?.reason).toBe('ROLE_TOO_LOW')
    }
  }
  expect(api.faults).toEqual([])
})

const unknownSeed: SeededTeam = {
  run: { id: 'rzzzzzzz' } as SeededTeam['run'],
  experiment: 'unknown',
  trialId: 'tzzzzzzzzzz',
  traceId: 'xzzzzzzzzzz',
  webhookId: 'wzzzzzzzzzz',
}

test('what is another team’s answers exactly like what does not exist', async () => {
  for (const procedure of procedures.filter(({ path }) => samples[path]?.owned)) {
    const sample = samples[procedure.path] as Sample
    const theirs = await call(procedure, sample.input(seed), stranger.headers)
    const unknown = await call(procedure, sample.input(unknownSeed), stranger.headers)
    expect(theirs.error?.code, procedure.path).toBe('NOT_FOUND')
    expect(withoutIds(theirs, seed), procedure.path).toEqual(withoutIds(unknown, unknownSeed))
  }
  const runs = await api.query('runs.list', {}, stranger.headers)
  expect(runs.data).toEqual({ runs: [], nextCursor: null })
  expect(api.faults).toEqual([])
})

function withoutIds(answer: Answer, { run, experiment: name, trialId, traceId, webhookId }: SeededTeam): unknown {
  let text = JSON.stringify({ status: answer.status, error: answer.error })
  for (const one of [run.id, trialId, traceId, webhookId, `\\"${name}\\"`]) text = text.replaceAll(one, '…')
  return text
}

test('a change with a session must come from our own pages; with a key it may come from anywhere', async () => {
  const foreign = { origin: 'https://evil.example' }
  const input = { id: 'rzzzzzzz' }
  for (const headers of [foreign, { origin: 'null' }, { origin: `${'http://127.0.0.1:4700'}.evil.example` }]) {
    const { error } = await api.mutate('runs.cancel', input, { ...owner.headers, ...headers })
    expect(error).toMatchObject({ code: 'FORBIDDEN', reason: 'FOREIGN_ORIGIN' })
  }
  const local = await api.mutate('runs.cancel', input, { ...owner.headers, origin: 'http://localhost:4700' })
  expect(local.error?.code).toBe('NOT_FOUND')
  const byKey = await api.mutate('runs.cancel', input, { ...(await addKey(api, owner, 'owner')), ...foreign })
  expect(byKey.error?.code).toBe('NOT_FOUND')
})

test('a key over its limit is told to wait, not that it is unknown', async () => {
  const key = 'k'.repeat(64)
  await insertKey(api.services.db, {
    id: 'limited',
    userId: owner.userId,
    teamId: owner.teamId,
    name: 'limited',
    role: 'viewer',
    hash: createHash('sha256').update(key).digest('base64url'),
    start: 'kk',
    expiresAt: null,
    rateLimit: { windowMs: 60_000, max: 1 },
  })
  const headers = { authorization: `Bearer ${key}` }
  expect((await api.query('me.whoami', undefined, headers)).error).toBeNull()
  const { status, error } = await api.query('me.whoami', undefined, headers)
  expect(status).toBe(429)
  expect(error?.code).toBe('TOO_MANY_REQUESTS')
  expect(api.faults).toEqual([])
})

test('the database itself shows nothing of a team outside of it', async () => {
  const { db } = api.services
  const everything = { limit: 100 }
  const inside = await inTeam(db, owner.teamId, (tx) => listRuns(tx, everything))
  expect(inside.runs.length).toBeGreaterThan(0)
  expect((await listRuns(db, everything)).runs).toEqual([])
  const outside = await inTeam(db, stranger.teamId, async (tx) => ({
    runs: (await listRuns(tx, { ...everything, hidden: 'include' })).runs,
    run: await getRun(tx, seed.run.id),
    trial: await getTrial(tx, seed.trialId),
    trace: await getTrace(tx, seed.traceId),
    experiment: await getExperiment(tx, seed.experiment),
    matrix: await taskMatrix(tx, seed.experiment),
    rows: await compareRows(tx, seed.experiment),
    output: await readOutput(tx, { runId: seed.run.id }),
    events: await listEvents(tx, { runId: seed.run.id }),
    audit: (await listAudit(tx, { limit: 100 })).entries.filter((entry) => entry.teamId !== stranger.teamId),
    cancelled: await requestCancel(tx, { runId: seed.run.id, reason: null, by: stranger.userId }),
  }))
  expect(outside).toEqual({
    runs: [],
    run: null,
    trial: null,
    trace: null,
    experiment: null,
    matrix: null,
    rows: [],
    output: null,
    events: [],
    audit: [],
    cancelled: null,
  })
})
