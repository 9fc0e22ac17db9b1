import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../process/operator-error.ts'
import type { KeptProgram } from './keep-running.ts'

const PATIENCE_MS = 90_000
const LOOK_EVERY_MS = 100
const HOPELESS_AFTER_DEATHS = 3

/** Waits until `isReady` says so; throws an OperatorError with its last lines when it keeps dying or is late. */
export async function waitUntilReady(
  kept: KeptProgram,
  isReady: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const { name, logFile } = kept.program
  const end = performance.now() + PATIENCE_MS
  while (!(await isReady())) {
    signal.throwIfAborted()
    const hopeless = kept.deaths() >= HOPELESS_AFTER_DEATHS
    if (hopeless || performance.now() > end) {
      throw new OperatorError(
        'program_failed',
        `${name} ${hopeless ? 'keeps ending' : 'does not answer'}. Its last lines:\n${kept.lastLines().join('\n') || '(none)'}`,
        `The whole log is ${logFile}`,
      )
    }
    await sleep(LOOK_EVERY_MS)
  }
}
