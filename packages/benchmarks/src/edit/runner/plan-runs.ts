import type { FailureCategory, ResultFile } from '../result-file.ts'
import { launchOrder } from './launch-order.ts'
import type { LoadedTask } from './read-dataset.ts'

export interface PlannedRun {
  task: LoadedTask
  /** From 1. */
  attempt: number
}

export interface Plan {
  /** Attempts at each task. */
  runs: number
  seed: string
  /** What ended like this is not done. */
  again: readonly FailureCategory[]
}

/** What is still to do: every task once in launch order, then every task a second time, and so on. */
export function planRuns(tasks: readonly LoadedTask[], known: ResultFile, { runs, seed, again }: Plan): PlannedRun[] {
  const ended = new Set(
    known.tasks.flatMap((task) =>
      task.runs
        .filter(({ failureCategory }) => failureCategory === null || !again.includes(failureCategory))
        .map((run) => `${task.id} ${run.runIndex + 1}`),
    ),
  )
  const ordered = launchOrder(tasks, seed)
  return Array.from({ length: runs }, (_, index) => index + 1)
    .flatMap((attempt) => ordered.map((task) => ({ task, attempt })))
    .filter(({ task, attempt }) => !ended.has(`${task.id} ${attempt}`))
}
