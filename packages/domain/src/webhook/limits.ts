/** Times and sizes of webhooks; tests inject shorter ones. Ages are judged by the database's clock alone. */
export interface WebhookLimits {
  /** An endpoint has this long to answer, from the look-up of its name on. */
  answerWithinMs: number
  /** A sender that has not said how it went after this is taken for dead, and its delivery is sent again. */
  claimMs: number
  /** The second attempt comes after this, */
  firstRetryMs: number
  /** each further one after four times as long, up to this. */
  longestRetryMs: number
  /** An endpoint that nothing reached for this long is disabled; a delivery of this age is given up. */
  giveUpAfterMs: number
  /** Ended deliveries are kept this long, for people to look at. */
  keepEndedMs: number
  /** Web processes look for due deliveries this often; a change of a run only shortens the wait, */
  lookEveryMs: number
  /** to no less than this. */
  lookAtMostEveryMs: number
}

const second = 1_000
const day = 24 * 3_600 * second

export const webhookLimits: WebhookLimits = {
  answerWithinMs: 10 * second,
  claimMs: 60 * second,
  firstRetryMs: 10 * second,
  longestRetryMs: day,
  giveUpAfterMs: 5 * day,
  keepEndedMs: 30 * day,
  lookEveryMs: 5 * second,
  lookAtMostEveryMs: 500,
}

/**
 * Milliseconds until the attempt after `attempts` failed ones: exponential, jittered by a fifth either way, so that an
 * endpoint that comes back is not met by everything at once.
 * @param random from 0 to 1
 */
export function retryDelayMs(attempts: number, limits: WebhookLimits, random: number): number {
  const delay = Math.min(limits.longestRetryMs, limits.firstRetryMs * 4 ** Math.max(0, attempts - 1))
  return Math.round(delay * (0.8 + 0.4 * random))
}
