import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/**
 * What a deleted run left on a host, for the daemon of that host to remove. One row for each host that ever claimed it;
 * no foreign key: it outlives run and team.
 */
export const removal = pgTable(
  'removal',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    hostId: text('host_id').notNull(),
    runId: text('run_id').notNull(),
    runName: text('run_name').notNull(),
    /** Where its results stood; null: it was never started. */
    directory: text('directory'),
    createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('removal_of_host').on(t.hostId, t.id)],
)
