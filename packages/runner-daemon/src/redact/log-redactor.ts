import type { RunnerConfig } from '../config/config.ts'
import { secretValues } from '../run/child-environment.ts'
import { createRedactor, type Redactor } from './create-redactor.ts'

/**
 * For the daemon's own log: hides the secrets of every configuration that was in force so far, and `own`. One that an
 * edit took away is still a secret, and runs that got it go on.
 */
export function logRedactor(
  config: () => RunnerConfig,
  { variables, own }: { variables: NodeJS.ProcessEnv; own: readonly string[] },
): Pick<Redactor, 'text'> {
  const known = new Set(own)
  let seen: RunnerConfig | null = null
  let redactor = createRedactor(own)
  return {
    text(text) {
      const current = config()
      // A configuration is one object until its file has another text.
      if (current !== seen) {
        for (const value of secretValues(current, variables)) known.add(value)
        redactor = createRedactor([...known])
        seen = current
      }
      return redactor.text(text)
    },
  }
}
