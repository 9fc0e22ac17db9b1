import { connect, inTeam, listAudit } from '@paddock/db'
import type { LaunchRequest } from '@paddock/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDaemon, scanned, type TestDaemon } from '../fixtures/daemon.ts'
import { openApi, type TestApi } from '../fixtures/open-api.ts'
import { addOwner, type Person } from '../fixtures/people.ts'

let api: TestApi
let owner: Person
let daemon: TestDaemon

beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
  daemon = await openDaemon(api.databaseUrl)
})
beforeEach(() => {
  expect(api.faults).toEqual([])
})
afterAll(async () => {
  await daemon.close()
  await api.close()
})

const failed = { status: 'failed', exitCode: 1, errorCode: 'PROCESS_FAILED', errorMessage: 'exit 1' } as const

/** A run with one trial that ended. */
async function ended(more: Partial<LaunchRequest> = {}): Promise<string> {
  const launch = { benchmark: 'edit', agent: 'noop', tasks: 3, ...more }
  const { error } = await api.mutate('runs.launch', { launch }, owner.headers)
  expect(error).toBeNull()
  const run = await daemon.start()
  await daemon.record(run, [scanned('a', 1)])
  await daemon.write(run, 1, 'first\n')
  await daemon.finish(run, failed)
  return run.id
}

const resume = (id: string, errorTypes?: string[]) => api.mutate('runs.resume', { id, errorTypes }, owner.headers)
const get = async (id: string) => (await api.query('runs.get', { id }, owner.headers)).data

test('an ended run is queued again as itself, which the audit log tells', async () => {
  const id = await ended()
  expect(await get(id)).toMatchObject({
    status: 'failed',
    resume: { errorTypes: expect.arrayContaining(['ProviderFailed']), runsAgain: expect.any(String) },
  })
  const { data } = await resume(id, ['ProviderFailed'])
  expect(data).toMatchObject({ id, status: 'queued', experiment: null, arm: null })
  expect(await get(id)).toMatchObject({
    ...{ status: 'queued', resume: null, error: null, finishedAt: null, elapsedMs: null },
    trials: { planned: 3, passed: 1 },
    costUsd: 0.1,
  })
  const { entries } = await inTeam(api.services.db, owner.teamId, (tx) => listAudit(tx, { limit: 10 }))
  expect(entries.find(({ action }) => action === 'run.resume')).toMatchObject({
    object: id,
    after: { errorTypes: ['ProviderFailed'] },
  })
  const again = await daemon.start()
  expect(again).toMatchObject({ id, epoch: 2 })
  await daemon.finish(again)
})

test('who waits for a resumed run gets its new end, and who follows its output all of both attempts', async () => {
  const id = await ended()
  await resume(id)
  const waiting = api.query('runs.wait', { id, timeoutMs: 20_000 }, owner.headers)
  const again = await daemon.start()
  await daemon.write(again, 1, 'second\n')
  await daemon.finish(again)
  expect((await waiting).data).toMatchObject({ id, status: 'succeeded', epoch: 2 })
  const { data } = await api.query('runs.output', { id }, owner.headers)
  const page = data as { chunks: { text: string }[]; cursor: string }
  expect(page.chunks.map(({ text }) => text)).toEqual(['first\n', 'second\n'])
  const after = await api.query('runs.output', { id, cursor: '1.1' }, owner.headers)
  expect(after.data).toMatchObject({ chunks: [{ text: 'second\n' }], cursor: '2.1' })
})

test('what cannot be resumed is refused with a reason and with what to do instead', async () => {
  const refusal = async (id: string, errorTypes?: string[]) => {
    const { error } = await resume(id, errorTypes)
    return [error?.reason, error?.message, error?.hint]
  }
  const id = await ended({ name: 'refused' })
  expect(await refusal('unknown')).toEqual(['UNKNOWN_RUN', expect.any(String), expect.any(String)])
  expect(await refusal(id, ['CancelledError'])).toEqual([
    'FIELD_INVALID',
    'errorTypes: trials of edit have no error type "CancelledError"',
    expect.stringContaining('AgentTimeout'),
  ])

  const system = connect(api.databaseUrl, { max: 1 })
  const rewrite = (column: string, value: string) =>
    system.db.execute(`update run set ${column} = ${value} where id = '${id}'`)
  await rewrite('benchmark', "'other'")
  expect(await refusal(id)).toEqual(['NOT_RESUMABLE', 'The benchmark other cannot be resumed.', 'Retry the run.'])
  await rewrite('benchmark', "'edit'")
  await rewrite('budget_usd', '0.05')
  expect(await refusal(id)).toEqual([
    'NOT_RESUMABLE',
    'Run refused has spent its budget: $0.10 of $0.05.',
    expect.stringContaining('larger budget'),
  ])
  expect(await get(id)).toMatchObject({ resume: null })
  await rewrite('budget_usd', 'null')
  await rewrite('tree_gone_at', 'null')
  expect(await refusal(id)).toEqual([
    'PROCESSES_LEFT',
    expect.stringMatching(/^Processes of run refused may still run on the host of runner host-a \(host-/),
    expect.stringContaining('Start that runner again'),
  ])
  await rewrite('tree_gone_at', 'clock_timestamp()')
  await rewrite('origin', "'imported'")
  expect(await refusal(id)).toEqual(['NOT_RESUMABLE', expect.stringContaining('was imported'), expect.any(String)])
  await rewrite('origin', "'launched'")
  await system.close()

  await resume(id)
  expect(await refusal(id)).toEqual(['RUN_LIVE', 'Run refused is still queued.', 'There is nothing to resume.'])
  await api.mutate('runs.cancel', { id }, owner.headers)
  await api.mutate('runs.retry', { id }, owner.headers)
  expect(await refusal(id)).toEqual([
    'RUN_NOT_TERMINAL',
    expect.stringContaining('was retried already, by '),
    'Resume or retry that one.',
  ])
})

test('the label of its host, which every runner has, is not among those that the fleet shows', async () => {
  const { data } = await api.query('runners.list', undefined, owner.headers)
  const [runner] = data as { labels: string[] }[]
  expect(runner?.labels).toEqual(['benchmark:edit'])
})
