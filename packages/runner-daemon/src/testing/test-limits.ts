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

/** For programs that share a busy machine: a start alone may take seconds there. */
export const busyLimits: QueueLimits = {
  ...testLimits,
  beatEveryMs: 1_000,
  claimNeedsBeatWithinMs: 4_000,
  leaseMs: 8_000,
}
