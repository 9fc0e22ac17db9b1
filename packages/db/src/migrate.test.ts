import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestDatabase, type TestDatabase } from '@paddock/testing'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { expectedSchemaVersion, schemaVersion } from './schema-version.ts'
import { unique } from './testing/fixtures.ts'

let database: TestDatabase
const { adminUrl } = inject('postgres')
const admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
const created: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.close()
  for (const name of created) await admin.unsafe(`drop database if exists ${name} with (force)`)
  for (const name of created) await admin.unsafe(`drop role if exists ${name}`)
  await admin.end()
})

function urlOf(name: string, user?: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  if (user !== undefined) [url.username, url.password] = [user, 'secret']
  return url.href
}

async function versionAt(url: string): Promise<number> {
  const { db, close } = connect(url)
  const version = await schemaVersion(db)
  await close()
  return version
}

test('a migrated database has the expected version, and migrating again changes nothing', async () => {
  await migrate(database.url)
  for (const role of ['paddock_owner', 'paddock_web', 'paddock_runner'] as const) {
    const { db, close } = connect(database.url, { role })
    expect(await schemaVersion(db)).toBe(expectedSchemaVersion)
    await close()
  }
})

test('four processes migrate an empty database at once, and all succeed', async () => {
  const name = unique('four_')
  created.push(name)
  await admin.unsafe(`create database ${name}`)
  expect(await versionAt(urlOf(name))).toBe(0)
  const script = `
    import { migrate } from ${JSON.stringify(fileURLToPath(new URL('./migrate.ts', import.meta.url)))}
    await migrate(process.argv[1])`
  const run = promisify(execFile)
  await Promise.all(
    Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', script, urlOf(name)])),
  )
  expect(await versionAt(urlOf(name))).toBe(expectedSchemaVersion)
})

test('a login that owns its database and has been given the roles migrates without being superuser', async () => {
  const name = unique('plain_')
  created.push(name)
  await admin.unsafe(`create role ${name} login createrole password 'secret'`)
  // The roles exist on this server already, and belong to another: its administrator grants them.
  await admin.unsafe(`grant paddock_owner, paddock_web, paddock_runner to ${name}`)
  await admin.unsafe(`create database ${name} owner ${name}`)
  await migrate(urlOf(name, name))
  await migrate(urlOf(name, name))
  const { db, close } = connect(urlOf(name, name), { role: 'paddock_web' })
  expect(await schemaVersion(db)).toBe(expectedSchemaVersion)
  await close()
})

test('a login that may not prepare the database is told the statements that an administrator has to run', async () => {
  const name = unique('poor_')
  created.push(name)
  await admin.unsafe(`create role ${name} login password 'secret'`)
  await admin.unsafe(`create database ${name}`)
  const failure = await migrate(urlOf(name, name)).catch((error: Error) => error)
  expect(failure).toMatchObject({
    name: 'RolesMissing',
    statements: [
      `grant paddock_owner to ${name}`,
      `grant paddock_web to ${name}`,
      `grant paddock_runner to ${name}`,
      `grant create, connect on database ${name} to paddock_owner`,
      'grant usage, create on schema public to paddock_owner',
    ],
  })
  const { statements } = failure as Error & { statements: string[] }
  const owner = postgres(urlOf(name), { max: 1, onnotice: () => {} })
  for (const statement of statements) await owner.unsafe(statement)
  await owner.end()
  await migrate(urlOf(name, name))
  expect(await versionAt(urlOf(name, name))).toBe(expectedSchemaVersion)
})
