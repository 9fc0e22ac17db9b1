import { homedir } from 'node:os'
import { join } from 'node:path'

/** The command line's environment, read once. */
export interface CliEnvironment {
  url: string | undefined
  apiKey: string | undefined
  loginFile: string
  /** Handed on to the runner that doctor asks. */
  child: NodeJS.ProcessEnv
}

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): CliEnvironment {
  return {
    url: env.PADDOCK_URL || undefined,
    apiKey: env.PADDOCK_API_KEY || undefined,
    loginFile: join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'paddock', 'login.json'),
    child: env,
  }
}
