import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Not `new URL('./tasks', import.meta.url)`: bundlers take that for an asset of a page.
const here = dirname(fileURLToPath(import.meta.url))

export const sampleTasksDirectory = join(here, 'tasks', 'paddock-samples')

/** The class that runs tasks as plain processes, and the directory that Python finds its module in. */
export const localEnvironmentClass = 'paddock_local:LocalProcessEnvironment'
export const localEnvironmentDirectory = join(here, 'environment')
