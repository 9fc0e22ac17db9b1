import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorkerUtils } from 'graphile-worker'
import { quietLogger } from '../../queue/quiet-logger.ts'
import { openChildSignal } from '../child-signal.ts'
import { measureStarts } from '../measure-starts.ts'

/** A job added by one program, its worker in another, which spawns the same child without a record of it. */
export async function sample({ url }: { url: string }) {
  const utils = await makeWorkerUtils({ connectionString: url, logger: quietLogger })
  await utils.migrate()
  const signal = await openChildSignal()
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'graphile-program.ts'), url], {
    env: { PATH: process.env.PATH, BENCH_PIPE: signal.path },
    // It ends with its stdin, that is with this process.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(worker.stdout, 'data')
  // It says that it is ready before its listener is.
  await sleep(1_000)
  try {
    return await measureStarts(signal, () => utils.addJob('start', {}))
  } finally {
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
    await signal.close()
  }
}
