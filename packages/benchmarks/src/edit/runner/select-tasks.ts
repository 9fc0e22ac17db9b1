import { UsageError } from './usage-error.ts'

export interface Selection {
  maxTasks: number
  /** Only these ids; empty: all. */
  include: readonly string[]
  exclude: readonly string[]
}

/**
 * At most `maxTasks` tasks in an even stride over the dataset in the order of ids, so that a small sample looks like
 * the whole. @throws UsageError naming an id that does not exist
 */
export function selectTasks<T extends { id: string }>(tasks: readonly T[], selection: Selection): T[] {
  const known = new Set(tasks.map((task) => task.id))
  const unknown = [...selection.include, ...selection.exclude].filter((id) => !known.has(id))
  if (unknown.length > 0) throw new UsageError(`the dataset has no task ${unknown.map((id) => `"${id}"`).join(', ')}`)
  const wanted = new Set(selection.include)
  const unwanted = new Set(selection.exclude)
  const left = tasks
    .filter((task) => (wanted.size === 0 || wanted.has(task.id)) && !unwanted.has(task.id))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  if (left.length === 0) throw new UsageError('no task is left after include and exclude')
  if (left.length <= selection.maxTasks) return left
  return Array.from(
    { length: selection.maxTasks },
    (_, index) => left[Math.floor((index * left.length) / selection.maxTasks)] as T,
  )
}
