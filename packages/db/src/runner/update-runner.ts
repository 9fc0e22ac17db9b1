import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunnerRow } from '../rows.ts'
import { runner } from '../schema/index.ts'
import type { Offer } from './offer.ts'

export interface RunnerChange {
  labels?: readonly string[]
  /** Null: every team's runs. */
  teams?: readonly string[] | null
  capacity?: number | null
  offers?: Offer[]
  status?: 'ready' | 'draining' | 'quarantined'
  statusReason?: string | null
  configError?: string | null
  /** What it had to say when it died at boot; the fleet page shows it. */
  bootLog?: string | null
}

/** What a daemon says of itself, such as after it re-read its configuration. Null: it is gone. */
export async function updateRunner(db: Db, runnerId: string, change: RunnerChange): Promise<RunnerRow | null> {
  const { labels, teams, ...rest } = change
  const [row] = await db
    .update(runner)
    .set({
      ...rest,
      ...(labels === undefined ? {} : { labels: [...labels] }),
      ...(teams === undefined ? {} : { teams: teams && [...teams] }),
    })
    .where(and(eq(runner.id, runnerId), ne(runner.status, 'gone')))
    .returning()
  if (row === undefined) return null
  await db.execute(
    sql`select pg_notify('paddock_change', json_build_array(json_build_array(null, 'runner', ${runnerId}::text))::text)`,
  )
  return row
}
