import type { ResumePlan } from '@paddock/benchmarks/resume'
import { type RunRecord, readNote, writeNote } from '../process/run-record.ts'

/** `resume.json` of a run's record: what it goes on with, also for a daemon that adopts it. */
export interface ResumeNote extends Pick<Extract<ResumePlan, { kind: 'possible' }>, 'errorTypes' | 'again' | 'files'> {
  /** Paid for trials that were superseded before, or will be. */
  spentUsd: number
}

/** Null: the attempt is no resume. */
export function readResumeNote(record: RunRecord): ResumeNote | null {
  return readNote(record, 'resume.json')
}

export function writeResumeNote(record: RunRecord, note: ResumeNote): void {
  writeNote(record, 'resume.json', note)
}
