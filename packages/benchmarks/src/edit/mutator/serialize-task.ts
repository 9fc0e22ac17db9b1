import type { EditTask } from '../task.ts'

/** Another seed is another dataset: results are no longer comparable. */
export const datasetSeed = 'typescript-edit-1'

export function serializeTask(task: EditTask): string {
  return `${JSON.stringify(task, null, 1)}\n`
}
