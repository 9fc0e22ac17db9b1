import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningPostgres, startPostgres } from '../postgres/index.ts'
import type { BoundedLog } from './bounded-log.ts'

export interface KeptPostgres {
  url: string
  stop(): Promise<void>
}

const FIRST_DELAY_MS = 200
const LONGEST_DELAY_MS = 30_000

/** Starts the bundled PostgreSQL, and again on the same port when it dies. Throws what its first start throws. */
export async function keepPostgres(
  dataDir: string,
  log: BoundedLog,
  say: (text: string) => void,
): Promise<KeptPostgres> {
  const stopping = new AbortController()
  const write = (line: string) => log.write(`${line}\n`)
  const first = await startPostgres({ dataDir, log: write })
  let current: RunningPostgres | null = first

  const ended = (async () => {
    let delay = FIRST_DELAY_MS
    for (;;) {
      const how = current ? await current.exited : 'could not start'
      current = null
      if (stopping.signal.aborted) return
      say(`PostgreSQL ended by itself (${how}); starting it again`)
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await startPostgres({ dataDir, log: write, port: first.port })
        delay = FIRST_DELAY_MS
        say('PostgreSQL is back')
      } catch (error) {
        say(`PostgreSQL: ${error instanceof Error ? error.message : String(error)}`)
        delay = Math.min(delay * 2, LONGEST_DELAY_MS)
      }
      // A stop that came while it was starting found nothing to stop.
      if (stopping.signal.aborted) await current?.stop()
    }
  })()

  return {
    url: first.url,
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await ended
    },
  }
}
