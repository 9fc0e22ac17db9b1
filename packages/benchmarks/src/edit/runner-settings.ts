import { z } from 'zod'

const absolutePath = z.string().startsWith('/')

/** The `edit` section of a runner's configuration. */
export const editRunnerSettings = z.strictObject({
  /** Directories of tasks that a launch may name, themselves or anything below them. */
  datasetRoots: z.array(absolutePath).default([]),
  /** Programs of agents that are not on the PATH by their usual names. */
  executables: z.record(z.string(), absolutePath).default({}),
})
