import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAudit } from '../audit/list-audit.ts'
import { type Connection, connect } from '../connect.ts'
import { inTeam } from '../in-team.ts'
import { type Listener, listen } from '../listen.ts'
import { changeChannel, wakeChannel } from '../notify/notify-changes.ts'
import { organization } from '../schema/index.ts'
import { claimIn, createTeam, enqueue, register } from '../testing/fixtures.ts'
import { listLimits } from './list-limits.ts'
import { setInstallationCap } from './set-installation-cap.ts'
import { setTeamCap } from './set-team-cap.ts'
import { setTeamShare } from './set-team-share.ts'
import { teamLimits } from './team-limits.ts'

let database: TestDatabase
let owner: Connection
let listener: Listener
const heard: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  owner = connect(database.url, { role: 'paddock_owner', max: 4 })
  let listening = () => {}
  const ready = new Promise<void>((resolve) => (listening = resolve))
  listener = await listen(database.url, [wakeChannel, changeChannel], {
    onMessage: (_channel, payload) => heard.push(payload),
    onListening: listening,
    onDown: () => {},
  })
  await ready
})
beforeEach(() => {
  heard.length = 0
})
afterAll(async () => {
  await listener.close()
  await owner.close()
  await database.close()
})

/** As the web program sets it. */
const setCap = (teamId: string, cap: number | null) => inTeam(owner.db, teamId, (tx) => setTeamCap(tx, { teamId, cap }))
const limitsOf = (teamId: string) => inTeam(owner.db, teamId, (tx) => teamLimits(tx, teamId))

test('a team has no cap and a share of 1 until somebody says otherwise', async () => {
  const teamId = await createTeam(owner.db)
  expect(await limitsOf(teamId)).toEqual({ cap: null, used: 0, share: 1, installation: { cap: null, used: 0 } })
})

test('the claim keeps to a cap from the moment that it is set, and daemons hear of it', async () => {
  const { db } = owner
  const teamId = await createTeam(db)
  const runner = await register(db)
  expect(await setCap(teamId, 100)).toBeNull()
  const [first, second] = [await enqueue(db, { teamId }), await enqueue(db, { teamId })]
  expect((await claimIn(db, teamId, runner)).runs.map(({ id }) => id)).toEqual([first.id])
  expect((await claimIn(db, teamId, runner)).runs).toEqual([])
  expect(await limitsOf(teamId)).toMatchObject({ cap: 100, used: 100 })
  heard.length = 0
  expect(await setCap(teamId, 200)).toBe(100)
  await expect.poll(() => heard).toEqual(['run *', JSON.stringify([[teamId, 'run', second.id]]).replaceAll(',', ', ')])
  expect((await claimIn(db, teamId, runner)).runs.map(({ id }) => id)).toEqual([second.id])
})

test('a cap of 0 starts nothing of the team, none takes it away', async () => {
  const { db } = owner
  const teamId = await createTeam(db)
  const runner = await register(db)
  await enqueue(db, { teamId })
  await setCap(teamId, 0)
  expect((await claimIn(db, teamId, runner)).runs).toEqual([])
  await setCap(teamId, null)
  expect((await claimIn(db, teamId, runner)).runs).toHaveLength(1)
})

test('the operator sets shares and the cap of all; neither takes a cap from its team, and both are on record', async () => {
  const { db } = owner
  const teamId = await createTeam(db)
  await setCap(teamId, 300)
  expect(await setTeamShare(db, { slug: teamId, share: 2.5 })).toEqual({ teamId })
  expect(await setTeamShare(db, { slug: teamId, share: 3 })).toEqual({ teamId })
  expect(await setTeamShare(db, { slug: 'nobody', share: 1 })).toBeNull()
  await setInstallationCap(db, 1_000)
  expect(await limitsOf(teamId)).toMatchObject({ cap: 300, share: 3, installation: { cap: 1_000 } })
  const listed = await listLimits(db)
  expect(listed).toMatchObject({ cap: 1_000, used: 300 })
  expect(listed.teams).toHaveLength(await db.$count(organization))
  expect(listed.teams).toContainEqual({ slug: teamId, name: teamId, share: 3, cap: 300, used: 0 })
  const { entries } = await listAudit(db, { limit: 10 })
  expect(entries.map(({ action, before, after }) => ({ action, before, after })).slice(0, 2)).toEqual([
    { action: 'limits.installation', before: { cap: null }, after: { cap: 1_000 } },
    { action: 'limits.share', before: { share: 2.5 }, after: { share: 3 } },
  ])
  await setInstallationCap(db, null)
  expect((await listLimits(db)).cap).toBeNull()
})
