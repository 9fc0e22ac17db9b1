import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import type { Clock } from '../clock.ts'
import type { RunnerConfig } from '../config/config.ts'
import type { StartReports } from '../run/begin-run.ts'
import type { StateDir } from '../state/open-state-dir.ts'

export interface Health extends StartReports {
  /** Why nothing may be claimed now; null: all is well. */
  problem(): Promise<string | null>
}

/** The host's free room, a port: tests fill a disk by saying so. */
export interface HostRoom {
  freeDiskMb(directory: string): Promise<number>
  freeMemoryMb(): number
}

export const hostRoom: HostRoom = {
  async freeDiskMb(directory) {
    const { bavail, bsize } = await statfs(directory)
    return (bavail * bsize) / 1024 ** 2
  },
  freeMemoryMb() {
    if (process.platform !== 'linux') return freemem() / 1024 ** 2
    // What the kernel can give without swapping; freemem() does not count its caches.
    const available = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    return available === undefined ? freemem() / 1024 ** 2 : Number(available) / 1024
  },
}

const failuresToQuarantine = 3
const firstRestMs = 5_000
const longestRestMs = 60_000

/**
 * Whether this host can take work. Three starts in a row that failed, a full disk, little memory or a state directory
 * that vanished stop the claims, with a reason that people can read; they go on by themselves when it is gone.
 */
export function watchHealth(
  state: StateDir,
  config: () => RunnerConfig,
  { clock, room }: { clock: Clock; room: HostRoom },
): Health {
  let failures = 0
  let failedAtMs = 0
  let restMs = firstRestMs
  let last: { reason: string; probe: () => string | null } | null = null

  function startProblem(): string | null {
    if (failures < failuresToQuarantine || last === null) return null
    const still = last.probe()
    if (still === null && clock.nowMs() - failedAtMs >= restMs) {
      // One attempt; the next failure rests for longer.
      failures = failuresToQuarantine - 1
      restMs = Math.min(longestRestMs, restMs * 2)
      return null
    }
    return `${failures} starts in a row failed: ${still ?? last.reason}`
  }

  async function diskProblem(): Promise<string | null> {
    const { jobsDir, blobDir, minFreeDiskMb } = config()
    for (const directory of [state.path, jobsDir, blobDir]) {
      const free = await room.freeDiskMb(directory).catch(() => null)
      if (free !== null && free < minFreeDiskMb) {
        return `low disk: ${Math.floor(free)} MB free in ${directory}, at least ${minFreeDiskMb} MB are wanted`
      }
    }
    return null
  }

  function memoryProblem(): string | null {
    const { minFreeMemoryMb } = config()
    const free = room.freeMemoryMb()
    return free < minFreeMemoryMb
      ? `low memory: ${Math.floor(free)} MB free, at least ${minFreeMemoryMb} MB are wanted`
      : null
  }

  return {
    spawned() {
      failures = 0
      restMs = firstRestMs
    },
    spawnFailed(reason, probe) {
      failures++
      failedAtMs = clock.nowMs()
      last = { reason, probe }
    },
    async problem() {
      if (!state.stillThere()) return `the state directory ${state.path} vanished or was replaced`
      return (await diskProblem()) ?? memoryProblem() ?? startProblem()
    },
  }
}
