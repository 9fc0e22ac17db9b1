import type { Db } from '../db.ts'
import type { RunnerRow } from '../rows.ts'

/** What can be launched on a runner. */
export interface Offer {
  kind: 'benchmark' | 'agent'
  id: string
  /** Null: it can be launched; else why not. */
  reason: string | null
  /** Anything else that a page shows (version, datasets found). */
  facts?: Record<string, unknown>
}

export interface NewRunner {
  name: string
  hostId: string
  bootId: string
  pid: number
  version: string
  /** With `benchmark:<id>` and `agent:<id>` for what it offers. */
  labels: readonly string[]
  teams: readonly string[] | null
  /** Hundredths; null: no cap. */
  capacity: number | null
  once: boolean
  offers: Offer[]
}

/** A row for this boot of a daemon; earlier boots of the same host are marked gone (their runs wait for adoption). */
export async function registerRunner(db: Db, runner: NewRunner): Promise<RunnerRow> {
  void db
  void runner
  throw new Error('not built yet')
}
