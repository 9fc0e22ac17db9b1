import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, type Doors, openDoors, publicUrl, secret } from '../fixtures/open-doors.ts'
import { createKey } from '../keys/create-key.ts'
import { createOwner } from '../owner/create-owner.ts'
import { resolvePrincipal } from '../principal/resolve-principal.ts'
import { invitationLink } from './invitation-token.ts'

let doors: Doors
let owner: { userId: string; teamId: string; cookie: string }

const password = 'correct horse battery'

beforeAll(async () => {
  doors = await openDoors()
  const created = await createOwner(doors.connection.db, {
    email: 'owner@example.org',
    password,
    proof: { kind: 'operator' },
  })
  if (created.kind !== 'created') throw new Error(created.kind)
  const signedIn = await doors.post('/sign-in/email', { email: 'owner@example.org', password })
  owner = { ...created, cookie: cookieOf(signedIn) }
})
afterAll(() => doors.close())

async function invite(email: string, role: string, cookie = owner.cookie) {
  const answer = await doors.post('/organization/invite-member', { email, role }, { cookie })
  return { status: answer.status, body: (await answer.json()) as { id: string } }
}

function tokenOf(invitationId: string): string {
  return new URL(invitationLink(publicUrl, secret, invitationId)).searchParams.get('token') ?? ''
}

async function join(email: string, role: string) {
  const { body } = await invite(email, role)
  const joined = await doors.post('/invitation/join', { token: tokenOf(body.id), name: 'New', password })
  const { userId } = (await joined.json()) as { userId: string }
  return { status: joined.status, userId, cookie: cookieOf(joined) }
}

test('an invitation lets its person in once, with its role', async () => {
  const viewer = await join('viewer@example.org', 'viewer')
  expect(viewer.status).toBe(200)
  const principal = await resolvePrincipal(doors.auth, doors.connection.db, new Headers({ cookie: viewer.cookie }))
  expect(principal).toMatchObject({ email: 'viewer@example.org', role: 'viewer', teamId: owner.teamId })
  expect((await invite('other@example.org', 'viewer', viewer.cookie)).status).toBe(403)
})

test('the id of an invitation, which members can read, is no way in', async () => {
  const { body } = await invite('admin@example.org', 'admin')
  const token = tokenOf(body.id)
  for (const forged of [body.id, `${body.id}.`, `${body.id}.${'A'.repeat(43)}`, token.slice(1)]) {
    const answer = await doors.post('/invitation/join', { token: forged, name: 'X', password })
    expect(answer.status).toBe(403)
  }
  const two = await Promise.all([1, 2].map(() => doors.post('/invitation/join', { token, name: 'X', password })))
  expect(two.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 403])
})

test('a key never reaches above its person, and dies with the membership', async () => {
  const { db } = doors.connection
  const member = await join('member@example.org', 'member')
  const { key } = await createKey(db, {
    userId: member.userId,
    teamId: owner.teamId,
    name: 'ci',
    role: 'owner',
    expiresAt: null,
  })
  const headers = new Headers({ 'x-api-key': key })
  expect(await resolvePrincipal(doors.auth, db, headers)).toMatchObject({ role: 'member', via: 'key' })

  const removed = await doors.post(
    '/organization/remove-member',
    { memberIdOrEmail: 'member@example.org', organizationId: owner.teamId },
    { cookie: owner.cookie },
  )
  expect(removed.status).toBe(200)
  expect(await resolvePrincipal(doors.auth, db, headers)).toBeNull()
  expect(await resolvePrincipal(doors.auth, db, new Headers({ cookie: member.cookie }))).toBeNull()
})

test('an expired key is nobody', async () => {
  const { db } = doors.connection
  const { key } = await createKey(db, {
    userId: owner.userId,
    teamId: owner.teamId,
    name: 'old',
    role: 'owner',
    expiresAt: new Date(Date.now() - 1_000),
  })
  expect(await resolvePrincipal(doors.auth, db, new Headers({ authorization: `Bearer ${key}` }))).toBeNull()
})

test('what people change of the team stands in the audit log', async () => {
  const { db } = doors.connection
  const { inTeam, listAudit } = await import('@paddock/db')
  const { entries } = await inTeam(db, owner.teamId, (tx) => listAudit(tx, { limit: 100 }))
  const actions = entries.map((entry) => entry.action)
  expect(actions).toContain('invitation.create')
  expect(actions).toContain('member.remove')
})
