import { spawn } from 'node:child_process'
import { childScript, openChildSignal } from '../child-signal.ts'
import { measureStarts } from '../measure-starts.ts'

/** The child alone, without a queue: what no start can be quicker than. */
export async function sample() {
  const signal = await openChildSignal()
  const env = { PATH: process.env.PATH, BENCH_PIPE: signal.path }
  const figures = await measureStarts(signal, async () => {
    spawn('/bin/sh', ['-c', childScript], { detached: true, stdio: 'ignore', env })
  })
  await signal.close()
  return figures
}
