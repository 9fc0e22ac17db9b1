import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** What every started child runs: its first act is to say that it runs. */
export const childScript = 'echo > "$BENCH_PIPE"\n'

export interface ChildSignal {
  /** For the child's environment, as BENCH_PIPE. */
  path: string
  /** Resolves when the next child says that it runs. */
  next(): Promise<void>
  close(): Promise<void>
}

/** A named pipe that children write a byte to: no poll, no file system notification, no database between. */
export async function openChildSignal(): Promise<ChildSignal> {
  const directory = mkdtempSync('/tmp/paddock-bench-pipe-')
  const path = join(directory, 'pipe')
  execFileSync('mkfifo', [path])
  // Open for writing as well: a pipe whose last writer left would be at its end.
  const pipe = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  return {
    path,
    async next() {
      await pipe.read(byte, 0, 1)
    },
    async close() {
      await pipe.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
