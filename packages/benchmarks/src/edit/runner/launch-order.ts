import { unitHash } from './unit-hash.ts'

/**
 * Tasks in the random order that `seed` gives: the order does not depend on which other tasks are in the sample, and
 * two arms with one seed go through their common tasks alike, which early stopping relies on.
 */
export function launchOrder<T extends { id: string }>(tasks: readonly T[], seed: string): T[] {
  return tasks
    .map((task) => ({ task, rank: unitHash(seed, task.id) }))
    .sort((a, b) => a.rank - b.rank || (a.task.id < b.task.id ? -1 : 1))
    .map(({ task }) => task)
}
