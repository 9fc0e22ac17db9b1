import type { LaunchRequest } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { organization, user } from './auth.ts'
import { time } from './columns.ts'

export const experiment = pgTable(
  'experiment',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    goal: text('goal').notNull().default(''),
    /** `open`, or `closed` with a verdict text. */
    status: text('status').$type<'open' | 'closed'>().notNull().default('open'),
    verdict: text('verdict'),
    createdBy: text('created_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.teamId, t.id] }),
    check('experiment_status', sql`${t.status} in ('open', 'closed')`),
    index('experiment_newest').on(t.teamId, t.createdAt.desc().nullsFirst(), t.id),
  ],
)

export const arm = pgTable(
  'arm',
  {
    teamId: text('team_id').notNull(),
    experimentId: text('experiment_id').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<'baseline' | 'variant'>(),
    note: text('note'),
    label: text('label'),
    /** Frozen configuration; its runs carry their own copies. */
    launch: jsonb('launch').$type<LaunchRequest>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.teamId, t.experimentId, t.name] }),
    foreignKey({ columns: [t.teamId, t.experimentId], foreignColumns: [experiment.teamId, experiment.id] }).onDelete(
      'cascade',
    ),
    check('arm_role', sql`${t.role} in ('baseline', 'variant')`),
  ],
)
