import packageJson from '../../package.json' with { type: 'json' }
import { env } from '../env.ts'

/** What the doors say of this installation. */
export function installation(): { version: string; host: string } {
  return { version: packageJson.version, host: new URL(env().PADDOCK_PUBLIC_URL).host }
}
