import { type Environment, readEnvironment } from './env.ts'
import { parseOptions } from './options/parse-options.ts'
import type { StartOptions } from './options/start-options.ts'
import { OperatorError } from './process/operator-error.ts'
import { type Closers, runSingleNode } from './run-single-node.ts'
import { openBrowser } from './terminal/open-browser.ts'
import { jsonReporter, type Reporter, textReporter } from './terminal/reporter.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2
const EXIT_INTERRUPTED = 130

async function main(words: string[], directory: string): Promise<number> {
  const makeReporter = words.includes('--json') ? jsonReporter : textReporter
  const reporter = makeReporter(process.stdout, process.stderr)
  try {
    const environment = readEnvironment(directory)
    const options = parseOptions(words, directory, environment)
    return options === 'help' ? 0 : await run(options, environment, reporter)
  } catch (error) {
    const failure = asOperatorError(error)
    reporter.failed(failure)
    return failure.code === 'usage' ? EXIT_USAGE : EXIT_FAILED
  }
}

async function run(options: StartOptions, environment: Environment, reporter: Reporter): Promise<number> {
  const stop = stopOnSignals(reporter)
  const closers: Closers = []
  let status = 0
  try {
    const report = await runSingleNode(options, environment, (text) => reporter.progress(text), closers, stop.signal)
    reporter.ready(report)
    if (options.browser === 'open' && environment.hasDisplay && process.stdout.isTTY) {
      openBrowser(report.ownerLink ?? report.url, options.dataDir)
    }
    await stop.requested
  } catch (error) {
    if (!stop.signal.aborted) {
      reporter.failed(asOperatorError(error))
      status = EXIT_FAILED
    }
  }
  for (const close of closers.toReversed()) {
    // What cannot be closed must not keep the rest, the database above all, from being closed well.
    await Promise.resolve()
      .then(close)
      .catch((error: unknown) => reporter.failed(asOperatorError(error)))
  }
  return status
}

/** Ctrl-C reaches this program from the terminal and once more through npm: that is still one wish. */
const SAME_WISH_MS = 1_000

function stopOnSignals(reporter: Reporter): { signal: AbortSignal; requested: Promise<void> } {
  const controller = new AbortController()
  const requested = new Promise<void>((resolve) => {
    let askedAt = 0
    const ask = () => {
      if (controller.signal.aborted) {
        // Asked again: the programs are told by the kernel that this one is gone, or found by the next start.
        if (performance.now() - askedAt > SAME_WISH_MS) process.exit(EXIT_INTERRUPTED)
        return
      }
      askedAt = performance.now()
      reporter.progress('stopping; runs that are under way go on (Ctrl-C again: at once)')
      controller.abort()
      resolve()
    }
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  })
  return { signal: controller.signal, requested }
}

function asOperatorError(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new OperatorError('unexpected', text, 'This should not happen: please report it.', { cause: error })
}

process.exitCode = await main(process.argv.slice(2), process.cwd())
process.exit()
