import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { expectedSchemaVersion, schemaVersion } from './schema-version.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a migrated database has the expected version, and migrating again changes nothing', async () => {
  await migrate(database.url)
  for (const role of ['paddock_owner', 'paddock_web', 'paddock_runner'] as const) {
    const { db, close } = connect(database.url, { role })
    expect(await schemaVersion(db)).toBe(expectedSchemaVersion)
    await close()
  }
})
