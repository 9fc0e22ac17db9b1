import type { QueueLimits } from '@paddock/domain'
import type { Db } from '../db.ts'
import type { Offer } from './offer.ts'

export interface FleetOffer extends Offer {
  runnerId: string
  runnerName: string
  /** All labels of that runner. */
  labels: string[]
}

/** What the living runners that serve a team offer, and what they cannot, with the reason. */
export async function fleetOffers(
  db: Db,
  request: { teamId: string; limits: Pick<QueueLimits, 'leaseMs'> },
): Promise<FleetOffer[]> {
  void db
  void request
  throw new Error('not built yet')
}
