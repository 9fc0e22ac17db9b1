import type { FleetOffer } from '@paddock/db'
import { Refusal } from '../errors/refusal.ts'

/**
 * Refuses a launch that no registered runner could take whatever happens (disabled, not installed, broken
 * configuration). One that some runner can take, or that waits for a runner to come, passes.
 */
export function refuseUnlessOffered(offers: readonly FleetOffer[], needed: readonly Needed[]): void {
  const runners = new Map<string, FleetOffer[]>()
  for (const offer of offers) {
    const own = runners.get(offer.runnerId) ?? []
    own.push(offer)
    runners.set(offer.runnerId, own)
  }
  if (runners.size === 0) return
  const reasons: string[] = []
  for (const own of runners.values()) {
    const reason = reasonAgainst(own, needed)
    if (reason === null) return
    reasons.push(`${own[0]?.runnerName ?? 'a runner'}: ${reason}`)
  }
  throw new Refusal(
    'NO_RUNNER',
    `No runner can take this launch. ${reasons.sort().join('; ')}.`,
    'Enable or install it on a runner (paddock doctor says what is missing there), or launch something else.',
  )
}

export interface Needed {
  kind: 'benchmark' | 'agent'
  id: string
}

function reasonAgainst(offers: readonly FleetOffer[], needed: readonly Needed[]): string | null {
  for (const need of needed) {
    const offer = offers.find((one) => one.kind === need.kind && one.id === need.id)
    if (offer === undefined) return `${need.kind} ${need.id} is not known there`
    if (offer.reason !== null) return `${need.kind} ${need.id}: ${offer.reason}`
  }
  return null
}
