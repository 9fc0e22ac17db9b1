import { type Connection, connect, teamLimits } from '@paddock/db'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from './limits.ts'

let database: TestDatabase
let root: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  root = connect(database.url, { max: 1 })
  for (const slug of ['eval', 'lab']) {
    await root.db.execute(
      `insert into organization (id, name, slug, created_at) values ('${slug}', '${slug}', '${slug}', now())`,
    )
  }
})
afterAll(async () => {
  await root.close()
  await database.close()
})

it('tells the limits, and changes none', async () => {
  expect(await limits(database.url, {})).toEqual([
    'installation: 0 in use, no cap',
    'team eval: share 1, 0 in use, no cap',
    'team lab: share 1, 0 in use, no cap',
  ])
})

it('sets the cap of the installation and the share of a team, and takes the cap away again', async () => {
  expect(await limits(database.url, { cap: '12.5', team: 'lab', share: '0.3' })).toEqual([
    'installation: 0 in use, cap 12.5',
    'team eval: share 1, 0 in use, no cap',
    'team lab: share 0.3, 0 in use, no cap',
  ])
  expect(await teamLimits(root.db, 'lab')).toMatchObject({ installation: { cap: 1_250 } })
  expect((await limits(database.url, { cap: 'none' }))[0]).toBe('installation: 0 in use, no cap')
})

it.each([
  [{ cap: 'many' }, 'cap_invalid'],
  [{ cap: '-1' }, 'cap_invalid'],
  [{ cap: '' }, 'cap_invalid'],
  [{ team: 'lab' }, 'share_incomplete'],
  [{ share: '2' }, 'share_incomplete'],
  [{ team: 'lab', share: '0' }, 'share_invalid'],
  [{ team: 'lab', share: 'half' }, 'share_invalid'],
  [{ cap: '3', team: 'nobody', share: '2' }, 'team_unknown'],
])('refuses %j and changes nothing', async (request, code) => {
  await expect(limits(database.url, request)).rejects.toMatchObject({ code })
  expect((await limits(database.url, {}))[0]).toBe('installation: 0 in use, no cap')
})
