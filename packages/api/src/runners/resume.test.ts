import { connect, leaveRunner } from '@paddock/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDaemon } from '../fixtures/daemon.ts'
import { openApi, type TestApi } from '../fixtures/open-api.ts'
import { addOwner, type Person } from '../fixtures/people.ts'

let api: TestApi
let owner: Person
beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
})
afterAll(() => api.close())

const resume = (name: string) => api.mutate('runners.resume', { name }, owner.headers)

test('resume says whether a runner is there to hear it; a drained one that was gone for days could not be resumed', async () => {
  const daemon = await openDaemon(api.databaseUrl, { name: 'drained' })
  await api.mutate('runners.drain', { name: 'drained' }, owner.headers)
  expect((await resume('drained')).data).toEqual({ name: 'drained', resumed: true, presence: 'online' })
  expect((await resume('drained')).data).toEqual({ name: 'drained', resumed: false, presence: 'online' })

  await api.mutate('runners.drain', { name: 'drained' }, owner.headers)
  await leaveRunner(daemon.connection.db, daemon.runnerId, 'drained')
  await daemon.close()
  const { db, close } = connect(api.databaseUrl, { max: 1 })
  await db.execute(`update runner set gone_at = now() - interval '3 days' where id = '${daemon.runnerId}'`)
  await close()
  expect((await resume('drained')).data).toEqual({ name: 'drained', resumed: true, presence: 'away' })
  expect((await resume('never-there')).error).toMatchObject({ reason: 'UNKNOWN_RUNNER' })
})
