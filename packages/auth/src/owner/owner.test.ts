import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, type Doors, openDoors } from '../fixtures/open-doors.ts'
import { resetPassword } from '../operator/reset-password.ts'
import { resolvePrincipal } from '../principal/resolve-principal.ts'
import { createOwner } from './create-owner.ts'
import { createOwnerApiKey } from './create-owner-api-key.ts'
import { ensureOwnerToken } from './ensure-owner-token.ts'

let doors: Doors

beforeAll(async () => {
  doors = await openDoors()
})
afterAll(() => doors.close())

const owner = { email: 'Owner@Example.org', password: 'correct horse battery', name: 'Owner' }

test('the printed link creates the owner once, and only the newest one does', async () => {
  const { db } = doors.connection
  const old = await ensureOwnerToken(db)
  const fresh = await ensureOwnerToken(db)
  expect(await createOwnerApiKey(db)).toBeNull()

  const stale = await doors.post('/owner/create', { ...owner, token: old?.token })
  expect(stale.status).toBe(403)
  expect(await stale.json()).toMatchObject({ code: 'OWNER_TOKEN_INVALID' })

  const weak = await doors.post('/owner/create', { ...owner, token: fresh?.token, password: 'short' })
  expect(weak.status).toBe(400)

  const attempts = await Promise.all(
    [1, 2, 3].map(() => doors.post('/owner/create', { ...owner, token: fresh?.token })),
  )
  expect(attempts.map((attempt) => attempt.status).sort((a, b) => a - b)).toEqual([200, 409, 409])

  const winner = attempts.find((attempt) => attempt.status === 200) as Response
  const setCookie = winner.headers.getSetCookie().join('\n')
  expect(setCookie).toMatch(/HttpOnly/i)
  expect(setCookie).toMatch(/SameSite=Lax/i)
  const principal = await resolvePrincipal(doors.auth, db, new Headers({ cookie: cookieOf(winner) }))
  expect(principal).toMatchObject({ email: 'owner@example.org', role: 'owner', via: 'session', teamName: 'My team' })

  expect(await ensureOwnerToken(db)).toBeNull()
  const again = await createOwner(db, { ...owner, email: 'b@example.org', proof: { kind: 'operator' } })
  expect(again).toEqual({ kind: 'owner-exists' })
})

test('the owner key opens the API with either header and nothing under /api/auth', async () => {
  const { db } = doors.connection
  const { key } = (await createOwnerApiKey(db)) as { key: string }
  const ways: Record<string, string>[] = [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]
  for (const headers of ways) {
    const principal = await resolvePrincipal(doors.auth, db, new Headers(headers))
    expect(principal).toMatchObject({ email: 'owner@example.org', role: 'owner', via: 'key' })
    const session = await doors.get('/get-session', headers)
    expect(await session.json()).toBeNull()
  }
  expect(await resolvePrincipal(doors.auth, db, new Headers({ 'x-api-key': `${key}x` }))).toBeNull()
  expect(await resolvePrincipal(doors.auth, db, new Headers({ 'x-api-key': 'a'.repeat(1e6) }))).toBeNull()
})

test('a password reset by the operator ends every session', async () => {
  const { db } = doors.connection
  const signIn = (password: string) => doors.post('/sign-in/email', { email: 'owner@example.org', password })
  const before = await signIn(owner.password)
  expect(before.status).toBe(200)
  const headers = new Headers({ cookie: cookieOf(before) })
  expect(await resolvePrincipal(doors.auth, db, headers)).not.toBeNull()

  expect(await resetPassword(db, { email: 'nobody@example.org', password: 'another long one' })).toBe(false)
  expect(await resetPassword(db, { email: 'Owner@example.org', password: 'another long one' })).toBe(true)
  expect(await resolvePrincipal(doors.auth, db, headers)).toBeNull()
  expect((await signIn(owner.password)).status).toBe(401)
  expect((await signIn('another long one')).status).toBe(200)
})

test('sign-up is closed and keys are not made through the library', async () => {
  const signUp = await doors.post('/sign-up/email', { email: 'x@example.org', password: 'long enough 1', name: 'X' })
  expect(signUp.status).toBe(400)
  const signedIn = await doors.post('/sign-in/email', { email: 'owner@example.org', password: 'another long one' })
  for (const path of ['create', 'update', 'delete']) {
    const answer = await doors.post(`/api-key/${path}`, { name: 'x' }, { cookie: cookieOf(signedIn) })
    expect(answer.status).toBe(404)
  }
})

test('a foreign page cannot use the session cookie', async () => {
  const signedIn = await doors.post('/sign-in/email', { email: 'owner@example.org', password: 'another long one' })
  const cookie = cookieOf(signedIn)
  const foreign = await doors.post('/sign-out', {}, { cookie, origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  const local = await doors.post('/sign-out', {}, { cookie, origin: 'http://localhost:4700' })
  expect(local.status).toBe(200)
})
