/** What a page learns: this entity of your team changed. `*` says that changes were missed: look at everything again. */
export interface Change {
  entity: 'experiment' | 'run' | 'trial' | 'runner' | 'trace' | '*'
  id: string
}

export const resync: Change = { entity: '*', id: '*' }

/** Times and sizes of the live hub; tests inject shorter ones. */
export interface LiveLimits {
  /** A team's listeners hear at most once per this: an entity that changes all the time is named a few times a second. */
  flushEveryMs: number
  /** Changes of one transaction arrive together when the first waits this long. */
  gatherMs: number
  /** A listener that reads slower than this many different entities change is told to look at everything. */
  maxPending: number
  /** Streams ask this often whether their session or key still holds. */
  recheckPrincipalMs: number
}

export const liveLimits: LiveLimits = {
  flushEveryMs: 300,
  gatherMs: 15,
  maxPending: 2_000,
  recheckPrincipalMs: 30_000,
}
