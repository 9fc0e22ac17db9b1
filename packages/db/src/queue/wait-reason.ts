import type { Db } from '../db.ts'

export interface WaitReason {
  kind: 'capacity' | 'workspace' | 'label' | 'cap' | 'paused' | 'none'
  /** From 1, among the team's ready runs that the same runners could take; null when parked or not queued. */
  position: number | null
  /** One sentence, such as `no online runner has label gpu`. */
  text: string
  /** Runs of the own team that hold what it waits for. */
  holders: { runId: string; name: string }[]
  /** Requirements that no online runner has. */
  missing: string[]
}

/** Why a queued run waits, as the next claim would see it. `none` for a run that is not queued. Null: no such run. */
export async function waitReason(db: Db, runId: string): Promise<WaitReason | null> {
  void db
  void runId
  throw new Error('not built yet')
}
