import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FailureCategory, ResultConfig, ResultFile } from '../result-file.ts'
import { openResult } from './open-result.ts'
import { type PlannedRun, planRuns } from './plan-runs.ts'
import type { LoadedTask } from './read-dataset.ts'
import { ResultJournal } from './result-journal.ts'
import { runAttempt } from './run-attempt.ts'
import type { Sleep } from './sleep.ts'
import type { Solver } from './solver.ts'

export interface BenchmarkRun {
  output: string
  config: ResultConfig
  tasks: readonly LoadedTask[]
  /** Runs in the output that failed so are done again; each stands there until its successor has ended. */
  again: readonly FailureCategory[]
  solver: Solver
  signal: AbortSignal
  now: () => Date
  sleep: Sleep
  /** One line for people. */
  say: (line: string) => void
}

/** Works through all tasks and attempts that the output does not hold yet. Returns what stands in it afterwards. */
export async function runBenchmark(run: BenchmarkRun): Promise<ResultFile> {
  const { output, config, tasks, signal, now, say } = run
  await mkdir(dirname(output), { recursive: true })
  const result = await openResult(output, config, tasks, now().toISOString())
  const journal = new ResultJournal(output, result)
  await journal.write()

  const { runsPerTask: runs, seed } = config
  const queue = planRuns(tasks, result, { runs, seed, again: run.again })
  const kept = result.summary.plannedRuns - queue.length
  say(
    `[edit] ${config.agent}${config.model ? ` on ${config.model}` : ''}: ${tasks.length} tasks × ${config.runsPerTask}` +
      `${kept > 0 ? `, ${kept} runs kept` : ''}, ${config.taskConcurrency} at a time`,
  )
  // One worker that throws stops the others, and the journal is closed behind all of them.
  const failure = new AbortController()
  const stoppable = { ...run, signal: AbortSignal.any([signal, failure.signal]) }
  const workers = Array.from({ length: Math.min(config.taskConcurrency, queue.length) }, () =>
    work(queue, journal, stoppable).catch((error: unknown) => {
      failure.abort('failure')
      throw error
    }),
  )
  const failed = (await Promise.allSettled(workers)).find((outcome) => outcome.status === 'rejected')
  const interruptedBy = stoppable.signal.aborted ? String(stoppable.signal.reason) : null
  const final = await journal.close(now().toISOString(), interruptedBy)
  if (failed) throw failed.reason
  return final
}

async function work(queue: PlannedRun[], journal: ResultJournal, run: BenchmarkRun): Promise<void> {
  for (;;) {
    const planned = run.signal.aborted ? undefined : queue.shift()
    if (planned === undefined) return
    const record = await runAttempt(planned.task, planned.attempt, {
      agent: run.config.agent,
      model: run.config.model,
      directory: dirname(run.output),
      solver: run.solver,
      signal: run.signal,
      now: run.now,
      sleep: run.sleep,
    })
    if (record === null) continue
    await journal.add(planned.task.id, record)
    const verdict = record.success ? 'pass ' : record.error === null ? 'fail ' : 'error'
    run.say(
      `[trial] ${verdict} ${planned.task.id}  attempt ${planned.attempt}  ${(record.duration / 1000).toFixed(1)} s`,
    )
  }
}
