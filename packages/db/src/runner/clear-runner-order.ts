import { eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { runnerOrder } from '../schema/index.ts'
import { wakeRunners } from './wake-runners.ts'

/** Takes an order back; wakes the runners of that name. False: there was none. */
export async function clearRunnerOrder(db: Db, name: string): Promise<boolean> {
  const cleared = await db.delete(runnerOrder).where(eq(runnerOrder.name, name)).returning()
  if (cleared.length === 0) return false
  await wakeRunners(db, name)
  return true
}
