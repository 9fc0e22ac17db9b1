/** What can be launched on a runner, or why it cannot. */
export interface Offer {
  kind: 'benchmark' | 'agent'
  id: string
  /** Null: it can be launched; else why not. */
  reason: string | null
  /** Anything else that a page shows (version, datasets found). */
  facts?: Record<string, unknown>
}
