import type { Change } from './changed-queries.ts'

/** An experiment on screen, with the runs that its page knows of. */
export interface ShownExperiment {
  id: string
  runIds: ReadonlySet<string>
}

/**
 * A change names a run; whose experiment it belongs to only the loaded pages know. Adds a change of each experiment on
 * screen that has the run. A run that no page knows may be a new arm: the experiments look once, and never again for
 * the same stranger.
 */
export function createExpander() {
  const strangers = new Set<string>()
  return function expand(changes: readonly Change[], shown: readonly ShownExperiment[]): readonly Change[] {
    const touched = new Set<string>()
    for (const { entity, id } of changes) {
      if (entity !== 'run') continue
      for (const experiment of shown) {
        const stranger = `${experiment.id} ${id}`
        if (experiment.runIds.has(id)) touched.add(experiment.id)
        else if (!strangers.has(stranger)) {
          strangers.add(stranger)
          touched.add(experiment.id)
        }
      }
    }
    return [...changes, ...[...touched].map((id): Change => ({ entity: 'experiment', id }))]
  }
}
