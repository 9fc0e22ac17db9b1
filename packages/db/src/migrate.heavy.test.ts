import { type ScratchPostgres, startScratchPostgres } from '@paddock/testing'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { inTeam } from './in-team.ts'
import { migrate } from './migrate.ts'
import { listRuns } from './run/list-runs.ts'
import { expectedSchemaVersion, schemaVersion } from './schema-version.ts'

let server: ScratchPostgres
beforeAll(async () => {
  server = await startScratchPostgres()
})
afterAll(() => server.close())

test('on a server without the roles, a database owner with CREATEROLE makes them, in two databases at once', async () => {
  const admin = postgres(server.adminUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create role maker login createrole password 'secret'`)
  for (const name of ['one', 'two']) await admin.unsafe(`create database ${name} owner maker`)
  await admin.end()
  const urls = ['one', 'two'].map((name) => {
    const url = new URL(server.adminUrl)
    ;[url.pathname, url.username, url.password] = [`/${name}`, 'maker', 'secret']
    return url.href
  })
  await Promise.all([...urls, ...urls].map((url) => migrate(url)))
  for (const url of urls) {
    const { db, close } = connect(url, { role: 'paddock_web' })
    expect(await schemaVersion(db)).toBe(expectedSchemaVersion)
    expect(await inTeam(db, 'nobody', (tx) => listRuns(tx, { limit: 5 }))).toEqual({ runs: [], nextCursor: null })
    await close()
  }
})
