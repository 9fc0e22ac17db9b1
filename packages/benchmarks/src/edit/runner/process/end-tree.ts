import type { ChildProcess } from 'node:child_process'
import type { Sleep } from '../sleep.ts'
import { isRunning, listDescendants, type ProcessMark } from './list-descendants.ts'

const graceMs = 2_000
const checkEveryMs = 50

/**
 * Ends a child that leads its own group, and everything below it: asks first, insists after two seconds.
 * @param ask SIGINT goes to the child alone, which may then end its own commands
 */
export async function endTree(child: ChildProcess, ask: 'SIGTERM' | 'SIGINT', sleep: Sleep): Promise<void> {
  const { pid } = child
  // Once it is gone its pid may be somebody else's.
  if (pid === undefined || !isLive(child)) return
  const below = await listDescendants(pid)
  if (ask === 'SIGINT') {
    send(pid, 'SIGINT')
    await waitWhile(async () => isLive(child), sleep)
  }
  signalTree(child, await onlyRunning(below), 'SIGTERM')
  await waitWhile(() => anyLeft(child, below), sleep)
  if (isLive(child)) below.push(...(await listDescendants(pid)))
  signalTree(child, await onlyRunning(below), 'SIGKILL')
}

async function waitWhile(isTrue: () => Promise<boolean>, sleep: Sleep): Promise<void> {
  for (let waited = 0; waited < graceMs && (await isTrue()); waited += checkEveryMs) await sleep(checkEveryMs)
}

function signalTree(child: ChildProcess, below: readonly ProcessMark[], signal: NodeJS.Signals): void {
  if (child.pid !== undefined && isLive(child)) send(-child.pid, signal)
  for (const { pid } of below) send(pid, signal)
}

async function anyLeft(child: ChildProcess, below: readonly ProcessMark[]): Promise<boolean> {
  return isLive(child) || (await onlyRunning(below)).length > 0
}

async function onlyRunning(marks: readonly ProcessMark[]): Promise<ProcessMark[]> {
  const running = await Promise.all(marks.map(isRunning))
  return marks.filter((_, index) => running[index])
}

function isLive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
