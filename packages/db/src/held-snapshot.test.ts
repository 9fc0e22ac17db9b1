import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from './connect.ts'
import { heldSnapshotSeconds } from './held-snapshot.ts'

let database: TestDatabase
let pool: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.url, { role: 'paddock_runner' })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

test('case 50: a snapshot that is held shows with its age, and is gone with its transaction', async () => {
  const other = connect(database.url, { max: 1 })
  await other.db.transaction(
    async (tx) => {
      await tx.execute(sql`select count(*) from run`)
      const before = await heldSnapshotSeconds(pool.db)
      await tx.execute(sql`select pg_sleep(0.3)`)
      expect(await heldSnapshotSeconds(pool.db)).toBeGreaterThanOrEqual(before + 0.3)
    },
    { isolationLevel: 'repeatable read' },
  )
  await other.close()
  expect(await heldSnapshotSeconds(pool.db)).toBeLessThan(0.3)
  const [role] = await pool.db.execute<{ role: string }>(sql`select current_user as role`)
  expect(role).toEqual({ role: 'paddock_runner' })
})
