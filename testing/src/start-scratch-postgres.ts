import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '@paddock/single-node/postgres'

export interface ScratchPostgres {
  /** Superuser, maintenance database. */
  adminUrl: string
  /** Superuser, an empty database. */
  url: string
  /** Ends the server, cleanly or as the kernel's memory killer would, and starts it on the same port and files. */
  restart(how: 'shutdown' | 'kill'): Promise<void>
  close(): Promise<void>
}

/** A server of its own, for tests of what belongs to the whole server (roles) or of its death. */
export async function startScratchPostgres(more: Record<string, string> = {}): Promise<ScratchPostgres> {
  const dataDir = mkdtempSync(join('/tmp', 'paddock-scratch-'))
  const settings = { fsync: 'off', max_connections: '50', ...more }
  let server = await startPostgres({ dataDir, log: () => {}, settings })
  const { adminUrl, url, port } = server
  return {
    ...{ adminUrl, url },
    async restart(how) {
      if (how === 'shutdown') await server.stop()
      else {
        process.kill(server.pid, 'SIGKILL')
        await server.exited
      }
      server = await startPostgres({ dataDir, port, log: () => {}, settings })
    },
    close: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
