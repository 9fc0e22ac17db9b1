import type { ScanResult } from '@paddock/benchmarks/scan'
import type { ScannedTrial } from '@paddock/domain'
import type { ResumeNote } from '../run/resume-note.ts'

export interface SortedScan {
  trials: ScannedTrial[]
  gone: string[]
  /** Whose files the resume took away, to run them again. */
  taken: string[]
}

/**
 * Tells what a resumed run does from what it was resumed with. A trial that will run again still stands for a while, and
 * would read as running: while it is what it was, its row stays as it is.
 */
export function replacedTrials(resume: Pick<ResumeNote, 'again' | 'files'> | null) {
  const again = new Map(resume?.again.map(({ name, startedAt }) => [name, startedAt]))
  let isFirst = true

  /** To be called with every scan of one scanner, from its first on: that one names all there is. */
  function sort(scan: Pick<ScanResult, 'trials' | 'gone'>): SortedScan {
    const stands = (trial: ScannedTrial) => again.has(trial.name) && again.get(trial.name) === trial.startedAt
    const trials = scan.trials.filter((trial) => !stands(trial))
    if (resume?.files !== 'removed') return { trials, gone: scan.gone, taken: [] }
    const seen = new Set(scan.trials.map(({ name }) => name))
    const taken = isFirst ? [...again.keys()].filter((name) => !seen.has(name)) : scan.gone.filter((n) => again.has(n))
    isFirst = false
    return { trials, gone: scan.gone.filter((name) => !again.has(name)), taken }
  }

  return { sort }
}
