import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export interface SlurmEnvironment {
  databaseUrl: string | null
  /** What Slurm's commands get, and with it the jobs. */
  variables: NodeJS.ProcessEnv
}

/**
 * The only place of this program that reads its environment. With an environment file the jobs are told where it
 * stands and read it themselves: what is in the environment of a submission, Slurm writes down in its own files.
 */
export function readEnvironment(envFile: string | null): SlurmEnvironment {
  const { DATABASE_URL, ...variables } = process.env
  if (envFile === null) return { databaseUrl: DATABASE_URL || null, variables: process.env }
  const databaseUrl = parseEnv(readFileSync(envFile, 'utf8')).DATABASE_URL || null
  return { databaseUrl, variables: { ...variables, PADDOCK_ENV_FILE: envFile } }
}
