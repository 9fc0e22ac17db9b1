import { desc, eq } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunnerRow } from '../rows.ts'
import { runner } from '../schema/index.ts'

/** The newest boot of a runner of that name, however long it has been gone. Null: there never was one. */
export async function latestBoot(db: Db, name: string): Promise<RunnerRow | null> {
  const [row] = await db.select().from(runner).where(eq(runner.name, name)).orderBy(desc(runner.startedAt)).limit(1)
  return row ?? null
}
