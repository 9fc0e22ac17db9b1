import { isTerminal } from '@paddock/domain'
import { CommandError, usageError } from '../command-error.ts'
import { exitCodeOf, exitCodes } from '../exit-codes.ts'
import { parseDuration, percent } from '../format.ts'
import type { Cli } from '../program.ts'
import { renderRun } from '../render-run.ts'
import { waitForRun } from '../wait-for-run.ts'

interface Options {
  timeout?: string
  failUnder?: string
}

/** Waits for all of them at once; the exit code is the worst end. */
export function registerWait({ program, run }: Cli): void {
  program
    .command('wait')
    .description('wait for runs to end')
    .argument('<id...>')
    .option('--timeout <duration>', 'give up after this (exit code 124)')
    .option('--fail-under <rate>', 'exit 1 when a pass rate is below this (0 to 1)')
    .action(
      run(async (session, ids: string[], options: Options) => {
        const timeoutMs = options.timeout === undefined ? null : parseDuration(options.timeout)
        if (options.timeout !== undefined && timeoutMs === null) {
          throw usageError(`--timeout takes a time such as 90s or 10m, not "${options.timeout}".`)
        }
        const least = options.failUnder === undefined ? null : Number(options.failUnder)
        if (least !== null && !(least >= 0 && least <= 1)) throw usageError('--fail-under takes a rate from 0 to 1.')
        const runs = await Promise.all(ids.map((id) => waitForRun(session, id, timeoutMs)))
        session.output.answer(runs.length === 1 ? runs[0] : runs, () => runs.map(renderRun).join('\n\n'))
        if (runs.some(({ status }) => !isTerminal(status))) return exitCodes.timeout
        const below = least === null ? undefined : runs.find(({ passRate }) => (passRate ?? 0) < least)
        if (below && least !== null) {
          throw new CommandError(
            'BELOW_LEAST_RATE',
            exitCodes.failed,
            `Run ${below.id} passed ${percent(below.passRate)} of its decided trials, below ${percent(least)}.`,
          )
        }
        return Math.max(...runs.map(({ status }) => exitCodeOf(status)))
      }),
    )
}
