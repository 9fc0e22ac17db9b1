const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Every time and count of the doors, in one place. Times are seconds unless the name says otherwise. */
export const authLimits = {
  sessionSeconds: 14 * day,
  sessionRenewedEverySeconds: day,
  invitationSeconds: 7 * day,
  ownerTokenSeconds: 30 * day,
  minPasswordChars: 10,
  maxPasswordChars: 256,
  /** Per address; behind a proxy that hides addresses one bucket for all. */
  signInWindowSeconds: minute,
  signInsPerWindow: 10,
  /** Per account, whatever address the attempts come from. */
  accountWindowSeconds: 10 * minute,
  signInsPerAccountWindow: 20,
  /** Per key. The library's own default is 10 a day. */
  keyWindowMs: minute * 1_000,
  requestsPerKeyWindow: 6_000,
  keyChars: 64,
  maxKeyDays: 3_650,
} as const
