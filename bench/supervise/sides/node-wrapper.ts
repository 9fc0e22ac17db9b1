import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { pssMb } from '../proc.ts'

/** Enough of them to share what they share. */
const wrappers = 20
const script = `require('node:child_process').spawn('sleep', ['3600'], { stdio: 'ignore' })`

/** A Node process for each run that does nothing but wait for its child: PSS of one, not of the child. */
export async function sample() {
  const processes = Array.from({ length: wrappers }, () =>
    spawn(process.execPath, ['-e', script], { stdio: 'ignore', detached: true }),
  )
  await sleep(3_000)
  const total = processes.reduce((sum, { pid }) => sum + pssMb(pid as number), 0)
  // The group: the wrapper and its child.
  for (const { pid } of processes) process.kill(-(pid as number), 'SIGKILL')
  return { run_mb: total / wrappers }
}
