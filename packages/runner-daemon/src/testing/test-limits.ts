import { type QueueLimits, queueLimits } from '@paddock/domain'

/** Seconds in the place of minutes. */
export const testLimits: QueueLimits = {
  ...queueLimits,
  beatEveryMs: 300,
  claimNeedsBeatWithinMs: 1_500,
  leaseMs: 3_000,
  lostGraceMs: 60_000,
  pollEveryMs: 500,
  pollWithoutListenerMs: 200,
  listenerProofEveryMs: 1_000,
  misfitPatienceMs: 500,
  sweepEveryMs: 500,
  cancelGraceMs: 1_000,
  leaderExitGraceMs: 500,
}
