import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readProcess } from '../process/read-process.ts'

interface RecordedChild {
  name: string
  pid: number
  /** With the pid and the boot it names one process for ever. */
  startTicks: number
  bootId: string
}

export interface ChildRecord {
  started(name: string, pid: number): void
  ended(name: string): void
}

/** Keeps in `file` which programs this supervisor runs, for the one that comes after its sudden death. */
export function keepChildRecord(file: string): ChildRecord {
  const children = new Map<string, RecordedChild>()
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify([...children.values()]), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    started(name, pid) {
      const found = readProcess(pid)
      if (found === null) return
      children.set(name, { name, pid, startTicks: found.startTicks, bootId: readBootId() })
      write()
    },
    ended(name) {
      if (children.delete(name)) write()
    },
  }
}

const LEFTOVER_PATIENCE_MS = 15_000
const LOOK_EVERY_MS = 50

/**
 * Ends the programs that a dead supervisor recorded in `file` and that still run: SIGTERM, for the runner a drain that
 * leaves its runs alone, and SIGKILL when that does not help. Returns their names.
 */
export async function endRecordedChildren(file: string): Promise<string[]> {
  const leftovers = readRecord(file).filter(isRunning)
  for (const child of leftovers) process.kill(child.pid, 'SIGTERM')
  const end = performance.now() + LEFTOVER_PATIENCE_MS
  while (leftovers.some(isRunning) && performance.now() < end) await sleep(LOOK_EVERY_MS)
  for (const child of leftovers.filter(isRunning)) process.kill(child.pid, 'SIGKILL')
  return leftovers.map((child) => child.name)
}

function readRecord(file: string): RecordedChild[] {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(content) ? content : []
  } catch {
    return [] // Absent, or cut by a full disk: then the kernel's parent-death signal has to do.
  }
}

function isRunning(child: RecordedChild): boolean {
  return child.bootId === readBootId() && readProcess(child.pid)?.startTicks === child.startTicks
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
