import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '@paddock/single-node/postgres'

export interface ScratchPostgres {
  /** Superuser, maintenance database. */
  adminUrl: string
  close(): Promise<void>
}

/** A server of its own, for tests of what belongs to the whole server (roles) or of its death. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const dataDir = mkdtempSync(join('/tmp', 'paddock-scratch-'))
  const server = await startPostgres({ dataDir, log: () => {}, settings: { fsync: 'off', max_connections: '50' } })
  return {
    adminUrl: server.adminUrl,
    close: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
