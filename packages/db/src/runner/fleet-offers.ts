import type { QueueLimits } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { Offer } from './offer.ts'

export interface FleetOffer extends Offer {
  runnerId: string
  runnerName: string
  /** All labels of that runner. */
  labels: string[]
}

/** What the living runners that serve a team offer, and what they cannot, with the reason; by runner. */
export async function fleetOffers(
  db: Db,
  request: { teamId: string; limits: Pick<QueueLimits, 'leaseMs'> },
): Promise<FleetOffer[]> {
  const rows = await db.execute<{ id: string; name: string; labels: string[]; offers: Offer[] }>(sql`
    select id, name, labels, offers from runner
    where status <> 'gone' and beat_at > clock_timestamp() - ${request.limits.leaseMs}::float8 * interval '1 ms'
      and (teams is null or ${request.teamId} = any(teams))
    order by name, started_at`)
  return rows.flatMap((row) =>
    row.offers.map((offer) => ({ ...offer, runnerId: row.id, runnerName: row.name, labels: row.labels })),
  )
}
