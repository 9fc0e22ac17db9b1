import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { storableText } from '../storable.ts'
import type { Attempt } from './delivery-accepted.ts'

export interface FailedAttempt extends Attempt {
  /** Null: there was no answer. */
  status: number | null
  /** One sentence for the settings page. */
  reason: string
  /** Null: not again (a test). */
  retryInMs: number | null
  giveUpAfterMs: number
}

const maxReasonChars = 500

/**
 * An attempt failed: due again after `retryInMs`, or given up when it is too old. An endpoint that nothing reached for
 * `giveUpAfterMs` is disabled with the reason, and what waits for it is given up. `void`: another attempt was made
 * meanwhile. To be called in a transaction.
 */
export async function deliveryFailed(
  tx: Db,
  failed: FailedAttempt,
): Promise<'again' | 'given-up' | 'disabled' | 'void'> {
  const reason = storableText(failed.reason).slice(0, maxReasonChars)
  const patience = sql`${failed.giveUpAfterMs}::float8 * interval '1 ms'`
  const retry = sql`${failed.retryInMs}::float8 * interval '1 ms'`
  const [tried] = await tx.execute<{ webhookId: string; state: 'pending' | 'given-up' }>(sql`
    with told as (
      select id, ${failed.retryInMs}::float8 is null or created_at < clock_timestamp() - ${patience} as enough
      from webhook_delivery
      where id = ${failed.deliveryId} and attempts = ${failed.attempt} and state = 'pending' for update
    )
    update webhook_delivery set last_status = ${failed.status}, last_error = ${reason},
      state = case when enough then 'given-up' else 'pending' end,
      next_at = case when not enough then clock_timestamp() + ${retry} end,
      ended_at = case when enough then clock_timestamp() end
    from told where webhook_delivery.id = told.id
    returning webhook_id as "webhookId", state`)
  if (tried === undefined) return 'void'
  // A test that fails says so to whoever asked; it is no sign of an endpoint that lost its events.
  if (failed.retryInMs === null) return 'given-up'
  const [endpoint] = await tx.execute<{ disabled: boolean }>(sql`
    update webhook set failing_since = coalesce(failing_since, clock_timestamp()), last_error = ${reason},
      disabled_at = case when failing_since < clock_timestamp() - ${patience} then clock_timestamp() end,
      disabled_reason = case when failing_since < clock_timestamp() - ${patience}
        then 'Nothing reached it since ' || to_char(failing_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
          || ' UTC; at last: ' || ${reason}::text end
    where id = ${tried.webhookId} and disabled_at is null
    returning disabled_at is not null as disabled`)
  if (endpoint?.disabled !== true) return tried.state === 'pending' ? 'again' : 'given-up'
  await tx.execute(sql`
    update webhook_delivery set state = 'given-up', next_at = null, ended_at = clock_timestamp()
    where webhook_id = ${tried.webhookId} and state = 'pending'`)
  return 'disabled'
}
