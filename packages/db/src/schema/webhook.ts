import type { WebhookEvent } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { organization, user } from './auth.ts'
import { time } from './columns.ts'

/** An address that a team wants told. What it signs with is derived from its id and the installation's secret. */
export const webhook = pgTable(
  'webhook',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
    createdBy: text('created_by').references(() => user.id, { onDelete: 'set null' }),
    /** Since when nothing got through; null: the last attempt did, or there was none. */
    failingSince: time('failing_since'),
    lastError: text('last_error'),
    lastDeliveredAt: time('last_delivered_at'),
    /** Nothing is written for it, or sent to it, any more. */
    disabledAt: time('disabled_at'),
    disabledReason: text('disabled_reason'),
  },
  (t) => [
    check('webhook_disabled', sql`(${t.disabledAt} is null) = (${t.disabledReason} is null)`),
    index('webhook_by_team').on(t.teamId),
  ],
)

/** The outbox: written by the statement that changes a run, sent by the web programs until it is accepted. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    event: text('event').$type<WebhookEvent | 'webhook.test'>().notNull(),
    /** Frozen at the event: every attempt says the same. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<'pending' | 'delivered' | 'given-up'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** The next attempt; while one is under way, when another may assume that its sender died. */
    nextAt: time('next_at').default(sql`clock_timestamp()`),
    createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
    endedAt: time('ended_at'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
  },
  (t) => [
    check('webhook_delivery_state', sql`${t.state} in ('pending', 'delivered', 'given-up')`),
    check('webhook_delivery_next', sql`(${t.nextAt} is not null) = (${t.state} = 'pending')`),
    /** What is due, by endpoint. */
    index('webhook_delivery_due').on(t.webhookId, t.nextAt).where(sql`state = 'pending'`),
    index('webhook_delivery_newest').on(t.webhookId, t.createdAt.desc().nullsFirst()),
    index('webhook_delivery_ended').on(t.teamId, t.endedAt).where(sql`state <> 'pending'`),
  ],
)
