import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The library threw from an immediate, where nobody can catch it: a restart of PostgreSQL ended whole programs. */
test('a write to a connection that was closed is rejected, and ends no process', async () => {
  const sql = postgres(database.url, { max: 2 })
  const reserved = await sql.reserve()
  const [own] = await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`
  await sql`select pg_terminate_backend(${own?.pid ?? 0})`
  await expect(reserved`select 1`).rejects.toThrow()
  await expect(Promise.race([reserved`select 1`, reserved`select 2`])).rejects.toThrow('CONNECTION_CLOSED')
  expect(await sql`select 1 as alive`).toMatchObject([{ alive: 1 }])
  await sql.end({ timeout: 1 })
})
