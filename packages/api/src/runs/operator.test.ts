import { type Connection, connect, inTeam, listAudit } from '@paddock/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDaemon, type TestDaemon } from '../fixtures/daemon.ts'
import { openApi, type TestApi } from '../fixtures/open-api.ts'
import { addOwner, addPerson, type Person } from '../fixtures/people.ts'

let api: TestApi
let owner: Person
let member: Person
let daemon: TestDaemon
let root: Connection

beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
  member = await addPerson(api, owner, 'member', 'member')
  daemon = await openDaemon(api.databaseUrl)
  root = connect(api.databaseUrl, { max: 1 })
})
afterAll(async () => {
  await root.close()
  await daemon.close()
  await api.close()
})

const mutate = (path: string, input: unknown, person = owner) => api.mutate(path, input, person.headers)

async function launch(): Promise<{ id: string; name: string }> {
  const { data, error } = await mutate('runs.launch', { launch: { benchmark: 'edit', agent: 'oracle' } })
  if (error !== null) throw new Error(error.message)
  return data as { id: string; name: string }
}

interface Read {
  status: string
  error: { code: string } | null
  leftBehind: { runner: string | null; hasWorkspace: boolean } | null
  waitReason: Record<string, unknown> | null
}
async function read(id: string): Promise<Read> {
  return (await api.query('runs.get', { id }, owner.headers)).data as Read
}

/** As the reaper leaves it when its runner is silent for a lease. */
const lose = (id: string) => root.db.execute(`update run set lost_at = clock_timestamp() where id = '${id}'`)
/** The launch of a benchmark has none so far; a dispatch has. */
const inWorkspace = (id: string) => root.db.execute(`update run set workspace_key = '/w' where id = '${id}'`)

test('a lost run is given up, its workspace released, and the run that waited for it can be claimed', async () => {
  const { id, name } = await launch()
  expect((await mutate('runs.giveUp', { id })).error).toMatchObject({
    ...{ code: 'CONFLICT', reason: 'RUN_NOT_LOST', hint: `paddock cancel ${id} ends it.` },
    message: `Run ${name} is not lost: it is queued, no runner has it.`,
  })
  await inWorkspace(id)
  await daemon.start()
  expect((await mutate('runs.giveUp', { id })).error?.message).toContain('it is running, its runner answers')
  expect((await mutate('runs.releaseWorkspace', { id })).error).toMatchObject({
    ...{ reason: 'RUN_LIVE', hint: `paddock cancel ${id} ends it.` },
  })
  const waiting = await launch()
  await inWorkspace(waiting.id)
  await expect(daemon.start()).rejects.toThrow('nothing to claim')
  await lose(id)
  expect((await mutate('runs.releaseWorkspace', { id })).error?.hint).toContain(`paddock give-up ${id}`)
  expect((await read(waiting.id)).waitReason).toMatchObject({ kind: 'workspace', lostHolder: id })

  expect((await mutate('runs.giveUp', { id }, member)).error).toMatchObject({ reason: 'ROLE_TOO_LOW' })
  expect((await mutate('runs.giveUp', { id })).data).toMatchObject({ id, name, status: 'orphaned', runner: 'host-a' })
  expect(await read(id)).toMatchObject({
    ...{ status: 'orphaned', error: { code: 'GIVEN_UP' } },
    leftBehind: { runner: 'host-a', hasWorkspace: true },
  })
  expect((await mutate('runs.giveUp', { id })).error?.message).toContain('it has ended, orphaned')
  expect((await mutate('runs.delete', { id })).error?.hint).toContain(`paddock release-workspace ${id}`)
  expect((await read(waiting.id)).waitReason).toMatchObject({ leftBy: { runId: id, runner: 'host-a' } })

  expect((await mutate('runs.releaseWorkspace', { id }, member)).error).toMatchObject({ reason: 'ROLE_TOO_LOW' })
  const released = await mutate('runs.releaseWorkspace', { id })
  expect(released.data).toEqual({ id, released: true, waiting: [waiting.id] })
  expect((await mutate('runs.releaseWorkspace', { id })).data).toEqual({ id, released: false, waiting: [] })
  expect((await read(id)).leftBehind).toBeNull()
  expect((await daemon.start()).id).toBe(waiting.id)

  const { entries } = await inTeam(api.services.db, owner.teamId, (tx) => listAudit(tx, { limit: 10 }))
  expect(entries.filter(({ object }) => object === id).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['run.give-up', 'run.release-workspace']),
  )
  expect(api.faults).toEqual([])
})

test('a cap holds the next run, which says so; what is no cap is refused by name', async () => {
  await mutate('limits.set', { cap: 1 })
  const waiting = await launch()
  expect((await api.query('limits.get', undefined, member.headers)).data).toEqual({
    ...{ cap: 1, used: 1, share: 1, installation: { cap: null, used: 1 } },
  })
  expect((await read(waiting.id)).waitReason).toMatchObject({
    ...{ kind: 'cap', cap: 'team', text: 'the team uses 1 of its cap of 1' },
  })
  await expect(daemon.start()).rejects.toThrow('nothing to claim')
  for (const cap of [-1, 0.001, 1e9, '8', Number.NaN]) {
    expect((await mutate('limits.set', { cap })).error?.fields, String(cap)).toMatchObject([{ path: 'cap' }])
  }
  expect((await mutate('limits.set', { cap: 5, share: 9 })).error?.code).toBe('BAD_REQUEST')
  expect((await mutate('limits.set', { cap: 5 }, member)).error).toMatchObject({ reason: 'ROLE_TOO_LOW' })
  expect((await mutate('limits.set', { cap: 2.07 })).data).toMatchObject({ cap: 2.07 })
  expect((await daemon.start()).id).toBe(waiting.id)
  const { entries } = await inTeam(api.services.db, owner.teamId, (tx) => listAudit(tx, { limit: 1 }))
  expect(entries).toMatchObject([{ action: 'limits.set', before: { cap: 1 }, after: { cap: 2.07 } }])
  expect(api.faults).toEqual([])
})
