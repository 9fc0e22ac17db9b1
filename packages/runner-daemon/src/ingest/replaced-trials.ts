import type { ScanResult } from '@paddock/benchmarks/scan'
import type { ScannedTrial } from '@paddock/domain'
import type { ResumeNote } from '../run/resume-note.ts'

export interface SortedScan {
  trials: ScannedTrial[]
  gone: string[]
  /** Whose files the resume took away, to run them again. */
  taken: string[]
  /** What ran before under names that `trials` now have. */
  replaced: ResumeNote['again']
}

/**
 * Tells what a resumed run does from what it was resumed with. A trial that will run again still stands for a while, and
 * would read as running: while it is what it was, its row stays as it is.
 */
export function replacedTrials(resume: Pick<ResumeNote, 'again' | 'files'> | null) {
  const again = new Map(resume?.again.map((old) => [old.name, old]))
  let isFirst = true

  /** To be called with every scan of one scanner, from its first on: that one names all there is. */
  function sort(scan: Pick<ScanResult, 'trials' | 'gone'>): SortedScan {
    const seen = new Set(scan.trials.map(({ name }) => name))
    const taken = isFirst ? [...again.keys()].filter((name) => !seen.has(name)) : scan.gone.filter((n) => again.has(n))
    isFirst = false
    const trials = scan.trials.filter(({ name, startedAt }) => again.get(name)?.startedAt !== startedAt)
    const replaced = trials.flatMap(({ name }) => again.get(name) ?? [])
    return resume?.files === 'removed'
      ? { trials, gone: scan.gone.filter((name) => !again.has(name)), taken, replaced: [] }
      : { trials, gone: scan.gone, taken: [], replaced }
  }

  return { sort }
}
