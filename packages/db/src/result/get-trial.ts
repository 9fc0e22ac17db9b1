import { eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { TrialRow } from '../rows.ts'
import { trial } from '../schema/index.ts'

/** Null: no such trial. */
export async function getTrial(db: Db, trialId: string): Promise<TrialRow | null> {
  const [row] = await db.select().from(trial).where(eq(trial.id, trialId))
  return row ?? null
}
