import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

/** An attempt: a later one of the same delivery makes it void. */
export interface Attempt {
  deliveryId: string
  /** `attempts` as the claim returned it. */
  attempt: number
}

/** The endpoint took it. False: another attempt was made meanwhile, and its word counts. */
export async function deliveryAccepted(tx: Db, accepted: Attempt & { status: number }): Promise<boolean> {
  const [row] = await tx.execute(sql`
    with done as (
      update webhook_delivery set state = 'delivered', next_at = null, ended_at = clock_timestamp(),
        last_status = ${accepted.status}, last_error = null
      where id = ${accepted.deliveryId} and attempts = ${accepted.attempt} and state = 'pending'
      returning webhook_id
    )
    update webhook set failing_since = null, last_error = null, last_delivered_at = clock_timestamp()
    from done where webhook.id = done.webhook_id
    returning webhook.id`)
  return row !== undefined
}
