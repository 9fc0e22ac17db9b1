import { benchmarkDefinitions, type ResumeFacts } from '@paddock/benchmarks/definition'
import type { RunRow } from '@paddock/db'
import { isTerminal } from '@paddock/domain'

/** Null: runs of this benchmark cannot be resumed. */
export function resumeFacts(benchmark: string): ResumeFacts | null {
  const definition = Object.hasOwn(benchmarkDefinitions, benchmark) ? benchmarkDefinitions[benchmark] : undefined
  return definition?.resume ?? null
}

/** What its page offers for a resume; null where that would be refused whatever happens. */
export function viewResume(run: RunRow): ResumeFacts | null {
  const isOver =
    isTerminal(run.status) && run.supersededBy === null && run.origin === 'launched' && run.directory !== null
  return isOver && !isOverBudget(run) ? resumeFacts(run.benchmark) : null
}

export function isOverBudget({ budgetUsd, costUsd }: Pick<RunRow, 'budgetUsd' | 'costUsd'>): boolean {
  return budgetUsd !== null && costUsd !== null && costUsd > budgetUsd
}
