import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@paddock/db'
import { startPostgres } from '@paddock/single-node/postgres'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'

const template = 'paddock_template'

/** One PostgreSQL for all test files, ended with them; every test file clones the migrated template. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Below /tmp, which the user nobody may enter when the tests run as root.
  const dataDir = mkdtempSync(join('/tmp', 'paddock-test-'))
  const server = await startPostgres({
    dataDir,
    log: () => {},
    // A test database is thrown away: nothing has to survive a power cut.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      shared_buffers: '256MB',
    },
  })
  await createTemplate(server.adminUrl)
  project.provide('postgres', { adminUrl: server.adminUrl, template })
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function createTemplate(adminUrl: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${template}`)
  await admin.end()
  const url = new URL(adminUrl)
  url.pathname = `/${template}`
  await migrate(url.href)
}
