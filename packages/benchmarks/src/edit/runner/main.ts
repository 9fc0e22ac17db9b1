#!/usr/bin/env node
// paddock-edit: runs the TypeScript edit benchmark.
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { defaultEditDataset, defaultMaxTasks, tryTimeoutMs } from '../defaults.ts'
import type { FailureCategory } from '../result-file.ts'
import { parseCount, parseDuration, parseList } from './parse-duration.ts'
import { parseFailures } from './parse-failures.ts'
import { readDataset } from './read-dataset.ts'
import { runBenchmark } from './run-benchmark.ts'
import { selectTasks } from './select-tasks.ts'
import { sleep } from './sleep.ts'
import { openSolver } from './solvers/open-solver.ts'
import { UsageError } from './usage-error.ts'

interface Options {
  agent: string
  model?: string
  dataset: string
  output: string
  maxTasks: number
  tasks: string[]
  exclude: string[]
  taskConcurrency: number
  runs: number
  timeout: number
  maxTurns: number
  seed: string
  delay: number
  agentExecutable?: string
  again: FailureCategory[]
}

const program = new Command('paddock-edit')
  .description('Measure whether an agent can undo a mechanical mutation in TypeScript files.')
  .requiredOption('--agent <agent>', 'oracle, noop, coin:<p>:<seed>, or an agent command line')
  .option('--model <model>', 'model of the agent')
  .option('--dataset <name or directory>', 'dataset', defaultEditDataset)
  .requiredOption('--output <file>', 'result.json to write, or to go on with')
  .option('--max-tasks <n>', 'at most so many tasks, evenly spread', parseCount, defaultMaxTasks)
  .option('--tasks <ids>', 'only these tasks, separated by commas', parseList, [])
  .option('--exclude <ids>', 'not these tasks', parseList, [])
  .option('--task-concurrency <n>', 'trials at a time', parseCount, 32)
  .option('--runs <n>', 'attempts at each task', parseCount, 1)
  .option('--timeout <duration>', 'of one try', parseDuration, tryTimeoutMs)
  .option('--max-turns <n>', 'turns of an agent', parseCount, 30)
  .option('--seed <text>', 'of the order in which tasks are started', '1')
  .option('--delay <duration>', 'artificial time per trial of a scripted agent', parseDuration, 0)
  .option('--agent-executable <path>', 'program of the agent, where it is not on the PATH by its name')
  .option('--again <failures>', 'runs in the output that failed so are done again', parseFailures, [])
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

async function main(options: Options): Promise<number> {
  const stop = new AbortController()
  let stoppedBy: NodeJS.Signals | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stoppedBy ??= signal
      stop.abort(signal)
    })
  }
  const tasks = selectTasks(await readDataset(options.dataset), {
    maxTasks: options.maxTasks,
    include: options.tasks,
    exclude: options.exclude,
  })
  const solver = await openSolver({
    agent: options.agent,
    model: options.model ?? null,
    timeoutMs: options.timeout,
    maxTurns: options.maxTurns,
    delayMs: options.delay,
    executable: options.agentExecutable ?? null,
    sleep,
  })
  const result = await runBenchmark({
    output: resolve(options.output),
    config: {
      agent: options.agent,
      agentVersion: solver.version,
      model: options.model ?? null,
      dataset: options.dataset,
      runsPerTask: options.runs,
      taskConcurrency: options.taskConcurrency,
      timeoutMs: options.timeout,
      maxTurns: options.maxTurns,
      seed: options.seed,
    },
    tasks,
    again: options.again,
    solver,
    signal: stop.signal,
    now: () => new Date(),
    sleep,
    say: (line) => console.log(line),
  })
  const { totalRuns, plannedRuns, taskSuccessRate } = result.summary
  console.log(
    `[edit] ${totalRuns} of ${plannedRuns} runs ended` +
      `${taskSuccessRate === null ? '' : `, ${(100 * taskSuccessRate).toFixed(1)} % succeeded`}`,
  )
  return stoppedBy === null ? 0 : 128 + constants.signals[stoppedBy]
}

program.parse()
try {
  process.exitCode = await main(program.opts<Options>())
} catch (error) {
  console.error(error instanceof UsageError ? `paddock-edit: ${error.message}` : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
