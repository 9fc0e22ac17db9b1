import type { RunStatus } from '@paddock/domain'

export const runFilters = ['all', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'orphaned'] as const
export type RunFilter = (typeof runFilters)[number]

/** The statuses that a filter asks the server for; undefined: all. */
export const filterStatuses: Record<RunFilter, RunStatus[] | undefined> = {
  all: undefined,
  running: ['starting', 'running'],
  waiting: ['queued'],
  succeeded: ['succeeded'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  orphaned: ['orphaned'],
}

interface Run {
  status: RunStatus
}

export interface RunGroup<R> {
  key: 'running' | 'waiting' | 'ended'
  title: string
  runs: R[]
}

/** Running, waiting (the next to start first), ended; groups without a run are left out. */
export function groupRuns<R extends Run>(newestFirst: readonly R[]): RunGroup<R>[] {
  const groups: RunGroup<R>[] = [
    {
      key: 'running',
      title: 'Running',
      runs: newestFirst.filter((run) => run.status === 'starting' || run.status === 'running'),
    },
    { key: 'waiting', title: 'Waiting', runs: newestFirst.filter((run) => run.status === 'queued').toReversed() },
    {
      key: 'ended',
      title: 'Ended',
      runs: newestFirst.filter((run) => !['starting', 'running', 'queued'].includes(run.status)),
    },
  ]
  return groups.filter((group) => group.runs.length > 0)
}
