import { resumes } from '@paddock/benchmarks/resume'
import { openScanners } from '@paddock/benchmarks/scan'
import { type Outcome, spentOnTrials } from '@paddock/db'
import { ingestRun } from '../ingest/ingest-run.ts'
import { missingResults } from '../ingest/missing-results.ts'
import { untilAccepted } from '../log/until-accepted.ts'
import { makeRecord } from '../process/run-record.ts'
import { type ResumeNote, writeResumeNote } from './resume-note.ts'
import type { RunContext } from './run-context.ts'

export type Prepared =
  | { kind: 'ready'; note: ResumeNote }
  | { kind: 'refused'; outcome: Outcome }
  /** Asked to end, or not ours any more. */
  | { kind: 'abandoned' }

/**
 * Before a resumed run starts again: everything that stands is stored (some of it will be removed), and what will run
 * again is written down, so that the results of both can be told apart. Nothing on the disk is changed.
 */
export async function prepareResume(context: RunContext): Promise<Prepared> {
  const { host, run, record, directory, live } = context
  const resume = Object.hasOwn(resumes, run.benchmark) ? resumes[run.benchmark] : undefined
  if (resume === undefined) return refused(`This runner's version cannot resume ${run.benchmark}.`)
  const plan = await resume.plan(directory, run.resume?.errorTypes ?? null)
  if (plan.kind === 'impossible') return refused(plan.reason)
  makeRecord(record)
  const { errorTypes, again, files } = plan
  const names = again.map(({ name }) => name)
  const stored = await untilAccepted(
    async () => {
      if ((await storeStanding(context)) === 'fenced') return 'fenced'
      return spentOnTrials(host.db, { runId: run.id, names })
    },
    { ...host, what: 'results before a resume', abandoned: () => live.fenced !== null || live.reason !== null },
  )
  if (stored?.value === 'fenced') live.fence('its results named an epoch that is over')
  if (stored === null || stored.value === 'fenced') return { kind: 'abandoned' }
  const note: ResumeNote = { errorTypes, again, files, spentUsd: stored.value }
  writeResumeNote(record, note)
  return { kind: 'ready', note }
}

async function storeStanding({ host, run, record, directory, redactor }: RunContext): Promise<'stored' | 'fenced'> {
  const open = openScanners[run.benchmark]
  if (open === undefined) return 'stored'
  const { db, blobs, log, changes, clock, limits } = host
  const missing = missingResults(db, record)
  const ingest = ingestRun(
    { db, blobs, log, changes, clock, limits, missing, redactor, now: () => host.wallClockMs() },
    { record, teamId: run.teamId, directory, scanner: open(directory), resume: null, earlier: 'stand' },
  )
  await ingest.look('ended')
  return (await ingest.store('ended')).kind === 'fenced' ? 'fenced' : 'stored'
}

function refused(errorMessage: string): Prepared {
  return { kind: 'refused', outcome: { status: 'failed', errorCode: 'RESUME_FAILED', errorMessage } }
}
