import type { Beat } from '@paddock/db'
import type { LiveRun } from './run/live-run.ts'

/** The runs that this daemon supervises, by attempt. */
export interface HeldRuns {
  add(run: LiveRun): void
  all(): LiveRun[]
  has(runId: string, epoch: number): boolean
  /** To be called before a beat is sent: only these can be missing in its answer. */
  remember(): void
  /** Compares the answer of a beat to what is here. Returns attempts that the database believes to be here and are not. */
  compare(held: Beat['held']): Beat['held']
}

const keyOf = (runId: string, epoch: number) => `${runId}.${epoch}`

export function heldRuns(onDone: (run: LiveRun) => void): HeldRuns {
  const runs = new Map<string, LiveRun>()
  let asked: LiveRun[] = []
  /** Missing here at the last beat too: no answer to a claim is on its way any more. */
  let missingBefore = new Set<string>()

  return {
    add(run) {
      const key = keyOf(run.runId, run.epoch)
      runs.set(key, run)
      void run.done.then(() => {
        runs.delete(key)
        onDone(run)
      })
    },
    all: () => [...runs.values()],
    has: (runId, epoch) => runs.has(keyOf(runId, epoch)),
    remember() {
      asked = [...runs.values()]
    },
    compare(held) {
      const keys = new Set(held.map(({ runId, epoch }) => keyOf(runId, epoch)))
      for (const run of asked) {
        // One that is finishing asks the database itself, and gets the true answer.
        if (run.stage !== 'finishing' && !keys.has(keyOf(run.runId, run.epoch)))
          run.fence('the database holds it no longer for this runner')
      }
      const missing: Beat['held'] = []
      for (const entry of held) {
        const run = runs.get(keyOf(entry.runId, entry.epoch))
        if (!run) missing.push(entry)
        else if (entry.cancelRequestedAt) run.end({ kind: 'cancel', reason: entry.cancelReason })
      }
      const reported = missing.filter(({ runId, epoch }) => missingBefore.has(keyOf(runId, epoch)))
      missingBefore = new Set(missing.map(({ runId, epoch }) => keyOf(runId, epoch)))
      return reported
    },
  }
}
