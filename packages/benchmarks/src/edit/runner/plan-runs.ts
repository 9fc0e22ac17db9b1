import type { ResultFile } from '../result-file.ts'
import { launchOrder } from './launch-order.ts'
import type { LoadedTask } from './read-dataset.ts'

export interface PlannedRun {
  task: LoadedTask
  /** From 1. */
  attempt: number
}

/** What is still to do: every task once in launch order, then every task a second time, and so on. */
export function planRuns(tasks: readonly LoadedTask[], runs: number, seed: string, known: ResultFile): PlannedRun[] {
  const ended = new Set(known.tasks.flatMap((task) => task.runs.map((run) => `${task.id} ${run.runIndex + 1}`)))
  const ordered = launchOrder(tasks, seed)
  return Array.from({ length: runs }, (_, index) => index + 1)
    .flatMap((attempt) => ordered.map((task) => ({ task, attempt })))
    .filter(({ task, attempt }) => !ended.has(`${task.id} ${attempt}`))
}
