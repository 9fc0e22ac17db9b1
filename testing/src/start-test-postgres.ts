import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@paddock/db'
import { startPostgres } from '@paddock/single-node/postgres'
import postgres from 'postgres'

/** The database that every test file clones. */
export const template = 'paddock_template'

export interface TestPostgres {
  /** Superuser, maintenance database. */
  adminUrl: string
  stop(): Promise<void>
}

/** A PostgreSQL with the migrated template, in a directory that goes with it. */
export async function startTestPostgres(): Promise<TestPostgres> {
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
  return {
    adminUrl: server.adminUrl,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
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
