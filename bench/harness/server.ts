import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '@paddock/single-node/postgres'
import postgres, { type Sql } from 'postgres'

export interface BenchServer {
  version: string
  pid: number
  /** Superuser. */
  url(database: string): string
  /** Empty, or a copy of `template`, which nobody may be connected to. Returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  stop(): Promise<void>
}

// As an operator would set it; fsync, synchronous_commit and full_page_writes stay on. No checkpoint falls into a sample.
const settings = {
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  maintenance_work_mem: '256MB',
  max_connections: '120',
}

/** The PostgreSQL that Paddock brings along, on a new directory below /tmp. */
export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = mkdtempSync(join('/tmp', 'paddock-bench-'))
  const server = await startPostgres({ dataDir, log: () => {}, settings })
  const admin = postgres(server.adminUrl, { max: 1, onnotice: () => {} })
  const url = (database: string) => {
    const at = new URL(server.adminUrl)
    at.pathname = `/${database}`
    return at.href
  }
  const [row] = await admin<{ version: string }[]>`select current_setting('server_version') as version`
  return {
    version: row?.version ?? 'unknown',
    pid: server.pid,
    url,
    async createDatabase(name, template) {
      // The copy is in the WAL page by page: no checkpoint, and no full-page image of whatever a sample touches first.
      await dropDatabase(admin, name)
      await admin.unsafe(`create database ${name} template ${template ?? 'template0'} strategy wal_log`)
      return url(name)
    },
    dropDatabase: (name) => dropDatabase(admin, name),
    async stop() {
      await admin.end({ timeout: 5 })
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function dropDatabase(admin: Sql, name: string): Promise<void> {
  await admin.unsafe(`drop database if exists ${name} with (force)`)
}
