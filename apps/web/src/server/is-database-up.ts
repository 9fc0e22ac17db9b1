import { answers, type RunningServices } from '@paddock/api'

const patienceMs = 2_000

/** Whether the database answers in time. Asks it outright: the doors' look-ups swallow that it is away. */
export async function isDatabaseUp(services: () => Promise<RunningServices>): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs).unref())
  const look = async () => answers((await services()).db, patienceMs)
  return Promise.race([look().catch(() => false), timeout])
}
