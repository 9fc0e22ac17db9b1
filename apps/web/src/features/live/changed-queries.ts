/** What the live stream says: this entity changed; `*`: look at everything again. */
export interface Change {
  entity: 'experiment' | 'run' | 'trial' | 'runner' | 'trace' | '*'
  id: string
}

type Entity = Exclude<Change['entity'], '*'>
type Input = Record<string, unknown> | undefined

/** Which of an entity's changes a query cares for: any, or the one with the id that it was asked for. */
type Interest = 'any' | ((input: Input) => unknown)

const byId = (input: Input) => input?.id
const byRun = (input: Input) => input?.runId
const byTrial = (input: Input) => input?.trialId

/**
 * Procedure → what makes it old. Output, skeleton and steps are not here: their pages read on from a cursor instead
 * of fetching again what they have. A list cares for all of its kind, because a new one belongs on it.
 */
const interests: Record<string, Partial<Record<Entity, Interest>>> = {
  'experiments.list': { experiment: 'any', run: 'any' },
  'experiments.get': { experiment: byId },
  'experiments.matrix': { experiment: byId },
  'experiments.compare': { experiment: byId },
  'runs.list': { run: 'any' },
  'runs.get': { run: byId },
  'runs.events': { run: byId },
  'trials.list': { run: byRun },
  'trials.get': { trial: byId },
  'traces.list': { trial: byTrial },
  'limits.get': { run: 'any' },
  'runners.list': { runner: 'any', run: 'any' },
  'benchmarks.list': { runner: 'any' },
  'me.overview': { experiment: 'any', run: 'any', runner: 'any' },
}

/** Whether a query, by its key `[['runs', 'get'], { input }]`, shows something that changed. */
export function isTouched(queryKey: readonly unknown[], changes: readonly Change[]): boolean {
  const [path, options] = queryKey as [unknown, { input?: Input } | undefined]
  if (!Array.isArray(path)) return false
  const wanted = interests[path.join('.')]
  if (wanted === undefined) return false
  return changes.some((change) => {
    if (change.entity === '*') return true
    const interest = wanted[change.entity]
    return interest === 'any' || (interest !== undefined && interest(options?.input) === change.id)
  })
}
