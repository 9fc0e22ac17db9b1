import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Doors, openDoors } from './fixtures/open-doors.ts'
import { authLimits } from './limits.ts'
import { createOwner } from './owner/create-owner.ts'

let doors: Doors

beforeAll(async () => {
  doors = await openDoors('https://paddock.example.org')
  const password = 'correct horse battery'
  await createOwner(doors.connection.db, { email: 'owner@example.org', password, proof: { kind: 'operator' } })
})
afterAll(() => doors.close())

const wrong = { email: 'owner@example.org', password: 'wrong password 1' }

test('wrong passwords from one address are throttled', async () => {
  const statuses: number[] = []
  for (let n = 0; n <= authLimits.signInsPerWindow; n++) {
    const answer = await doors.post('/sign-in/email', wrong, { 'x-forwarded-for': '203.0.113.7' })
    statuses.push(answer.status)
  }
  expect(statuses.slice(0, -1).every((status) => status === 401)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
})

test('a forged address for each attempt does not help against one account', async () => {
  const statuses: number[] = []
  for (let n = 0; n <= authLimits.signInsPerAccountWindow; n++) {
    const answer = await doors.post('/sign-in/email', wrong, { 'x-forwarded-for': `198.51.100.${n}` })
    statuses.push(answer.status)
  }
  expect(statuses.at(-1)).toBe(429)
})

test('cookies are Secure behind an https address', async () => {
  const answer = await doors.post(
    '/sign-in/email',
    { email: 'Owner@example.org ', password: 'x' },
    { 'x-forwarded-for': '192.0.2.1' },
  )
  expect(answer.status).toBeGreaterThanOrEqual(400)
  const context = await doors.auth.$context
  expect(context.authCookies.sessionToken.attributes.secure).toBe(true)
})
