import type { RunningServices } from '@paddock/api'
import { resolvePrincipal } from '@paddock/auth'

const patienceMs = 2_000

/** Whether a look-up that every page makes is answered in time. */
export async function isDatabaseUp(services: () => Promise<RunningServices>): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs).unref())
  const look = async () => {
    const { auth, db } = await services()
    await resolvePrincipal(auth, db, new Headers({ 'x-api-key': 'health' }))
    return true
  }
  return Promise.race([look().catch(() => false), timeout])
}
