import { appendFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of a boot that are kept; what goes wrong at a start is said early. */
const keptBytes = 64 * 1024

export interface BootLog {
  /** What the boot before this one said, when it never came up. */
  earlier: string | null
  write(line: string): void
  /** The daemon is up: the next start has nothing to report of this one. */
  cameUp(): void
}

/** Keeps what a daemon says while it starts: one that died at boot is read about at the next start, and on its page. */
export function openBootLog(stateDir: string): BootLog {
  const path = join(stateDir, 'boot.log')
  const earlierPath = join(stateDir, 'boot.earlier.log')
  const upPath = join(stateDir, 'boot.up')
  const earlierFailed = existsSync(path) && !existsSync(upPath)
  if (existsSync(path)) renameSync(path, earlierPath)
  rmSync(upPath, { force: true })
  let written = 0
  return {
    earlier: earlierFailed ? readFileSync(earlierPath, 'utf8').slice(0, keptBytes) : null,
    write(line) {
      if (written >= keptBytes) return
      written += Buffer.byteLength(line)
      try {
        appendFileSync(path, line, { mode: 0o600 })
      } catch {
        // A full disk must not end the daemon; the line stands on stderr as well.
      }
    },
    cameUp() {
      appendFileSync(upPath, `${process.pid}\n`, { mode: 0o600 })
    },
  }
}
