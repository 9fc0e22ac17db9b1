import { z } from 'zod'

const absolutePath = z.string().startsWith('/')

/**
 * The `harbor` section of a runner's configuration. Everything here lets a launch bring code or paths onto the
 * runner, so the default is nothing.
 */
export const harborRunnerSettings = z.object({
  /** Classes (`module:Class`) that a launch may name as agent or environment. */
  importPaths: z.array(z.string()).default([]),
  /** Where those modules are found. */
  pythonPath: z.array(absolutePath).default([]),
  /** Directories of tasks on the runner that a launch may name, themselves or anything below them. */
  datasetRoots: z.array(absolutePath).default([]),
  /** Beginnings of Git URLs that datasets may come from, such as `https://github.com/our-org/`. */
  gitSources: z.array(z.string().startsWith('https://')).default([]),
  /** `true` lets any task run as plain processes of the runner's user; without it only our samples may. */
  localEnvironment: z.boolean().default(false),
  /** `true` passes a launch's `extraArgs` to `harbor run` as they are. */
  extraArgs: z.boolean().default(false),
})
export type HarborRunnerSettings = z.infer<typeof harborRunnerSettings>
