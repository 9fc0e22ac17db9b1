import type { TeamRole } from '@paddock/domain'

/** Who a request speaks for, in which team, with which role. */
export interface Principal {
  userId: string
  name: string
  email: string
  teamId: string
  teamName: string
  /** With a key: the lesser of the key's role and the person's. */
  role: TeamRole
  via: 'session' | 'key'
}

/** The key is good but has made too many requests. */
export class KeyRateLimited extends Error {
  override name = 'KeyRateLimited'
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('this API key has made too many requests')
    this.retryAfterMs = retryAfterMs
  }
}
