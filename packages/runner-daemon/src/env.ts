/** The only place of this program that reads its environment. */
export interface RunnerEnvironment {
  databaseUrl: string | null
  /** What children's environments are chosen from. */
  variables: NodeJS.ProcessEnv
}

export function readEnvironment(): RunnerEnvironment {
  return { databaseUrl: process.env.DATABASE_URL || null, variables: process.env }
}
