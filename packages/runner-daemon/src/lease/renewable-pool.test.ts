import { connect } from '@paddock/db'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tcpProxy } from '../testing/tcp-proxy.ts'
import { renewablePool } from './renewable-pool.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a transaction on a connection that nobody answers fails soon after a renewal', async () => {
  const proxy = await tcpProxy(database.url)
  const pool = renewablePool(() => connect(proxy.url, { max: 1 }))
  const stuck = pool.db.transaction(async (tx) => {
    await tx.execute('select 1')
    proxy.freeze()
    await Promise.all([tx.execute('select 2'), tx.execute('select 3')])
  })
  const failed = expect(stuck).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve, 300))
  pool.renew()
  expect(await pool.db.execute('select 4 as n')).toEqual([{ n: 4 }])
  await failed
  await pool.close()
  await proxy.close()
})
