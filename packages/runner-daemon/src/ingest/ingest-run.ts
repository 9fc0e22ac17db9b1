import { join } from 'node:path'
import type { BlobStore } from '@paddock/artifacts'
import type { Scanner, ScanResult } from '@paddock/benchmarks/scan'
import { type Db, listPaidBefore, listTrials, recordTrials } from '@paddock/db'
import type { QueueLimits, ScannedTrial } from '@paddock/domain'
import type { Clock } from '../clock.ts'
import { describeError, isOutage } from '../log/describe-error.ts'
import type { Log } from '../log/log.ts'
import type { ChangeBatch } from '../notify/change-batch.ts'
import type { RunRecord } from '../process/run-record.ts'
import type { Redactor } from '../redact/create-redactor.ts'
import type { ResumeNote } from '../run/resume-note.ts'
import { archiveTrial } from './archive-trial.ts'
import { followTrace, type TraceFollower } from './follow-trace.ts'
import type { MissingResults } from './missing-results.ts'
import { type Patience, patience } from './patience.ts'
import { redactTrial } from './redact-trial.ts'
import { replacedTrials } from './replaced-trials.ts'
import { runSpend } from './run-spend.ts'
import { storedTrials } from './stored-trials.ts'

export interface IngestDeps {
  db: Db
  blobs: BlobStore
  log: Log
  changes: ChangeBatch
  redactor: Redactor
  missing: MissingResults
  clock: Pick<Clock, 'nowMs'>
  limits: Pick<QueueLimits, 'resultPatienceMs'>
  /** Milliseconds since 1970, for the ages of files. */
  now(): number
}

export interface IngestedRun {
  record: RunRecord
  teamId: string
  directory: string
  scanner: Scanner
  /** Null: not resumed. */
  resume: Pick<ResumeNote, 'again' | 'files' | 'spentUsd'> | null
  /** Trials of earlier attempts at the run: `found` ones stand while they are on the disk, where it was begun anew. */
  earlier: 'stand' | 'found'
}

export type Ingested = { kind: 'fenced' } | { kind: 'ok'; changed: boolean }

export interface RunIngest {
  /**
   * One look at what the run has left on disk so far; once more with `ended` when nobody writes any more. Writes
   * nothing, so that the cost is known while the database is away.
   */
  look(process: 'alive' | 'ended'): Promise<{ costUsd: number }>
  /** Stores what the looks have found since it was last stored. */
  store(process: 'alive' | 'ended'): Promise<Ingested>
}

/** While its run goes on, a trial that could not be stored is tried again after this. */
const againAfterMs = 5_000

/** Brings what a run leaves on disk into the database: trials, the traces of running and ended ones, artifacts. */
export function ingestRun(deps: IngestDeps, ingested: IngestedRun): RunIngest {
  const { record, teamId, directory, scanner, resume, earlier } = ingested
  const { db, changes, log, redactor } = deps
  const { runId, epoch } = record
  const stored = storedTrials(record, (error) => {
    log.warn({ runId, error: describeError(error) }, 'that a trial is stored is kept in memory only')
  })
  const ids = new Map<string, string>()
  const spend = runSpend(resume?.spentUsd ?? 0)
  let paidBefore: 'unknown' | 'asked' | 'known' = earlier === 'found' ? 'unknown' : 'known'
  const running = new Map<string, ScannedTrial>()
  /** Ended, but traces or artifacts are still to be stored. */
  const owed = new Map<string, ScannedTrial>()
  const failing = new Map<string, { patience: Patience; againAtMs: number }>()
  const followers = new Map<string, Map<string, TraceFollower>>()

  /** Told once by the scanner, kept here until the database has it. */
  const unsent = new Map<string, ScannedTrial>()
  const unsentGone = new Set<string>()
  const unsentTaken = new Set<string>()
  const unsentReplaced = new Map<string, ResumeNote['again'][number]>()
  const resumed = replacedTrials(resume)
  /** By the first scan, which names all there is; null once that is recorded. */
  let unsentFound: string[] | null | undefined

  let facts: Pick<ScanResult, 'plannedTrials' | 'metrics' | 'metadata'> = {
    plannedTrials: null,
    metrics: {},
    metadata: {},
  }

  /** Not waited for: a database that is away must not keep anybody from looking at the disk. */
  function askPaidBefore(): void {
    paidBefore = 'asked'
    listPaidBefore(db, { runId, epoch }).then(
      (paid) => {
        spend.before(paid)
        paidBefore = 'known'
      },
      (error: unknown) => {
        log.debug({ runId, error: describeError(error) }, 'what earlier attempts cost is not known (yet)')
        paidBefore = 'unknown'
      },
    )
  }

  async function lookAtDisk(moment: 'alive' | 'ended'): Promise<void> {
    const scan = await scanner.scan({ process: moment, now: deps.now() })
    for (const { path, reason } of scan.unreadable) log.debug({ runId, path, reason }, 'not readable (yet)')
    const { trials: news, gone, taken, replaced } = resumed.sort(scan)
    const shown = news.map((trial) => redactTrial(trial, redactor))
    for (const trial of shown) {
      unsent.set(trial.name, trial)
      spend.see(trial)
    }
    if (earlier === 'found' && unsentFound === undefined) unsentFound = shown.map(({ name }) => name)
    for (const name of gone) unsentGone.add(name)
    for (const name of taken) unsentTaken.add(name)
    for (const old of replaced) unsentReplaced.set(old.name, old)
    const { plannedTrials, metrics, metadata } = scan
    facts = { plannedTrials, metrics, metadata }
  }

  async function recordScan(moment: 'alive' | 'ended'): Promise<'fenced' | 'changed' | 'same'> {
    const isQuiet = unsent.size === 0 && unsentGone.size === 0 && unsentTaken.size === 0 && !unsentFound
    if (isQuiet && moment === 'alive') return 'same'
    const trials = [...unsent.values()]
    const recorded = await recordTrials(db, {
      ...{ runId, epoch, trials, ...facts },
      gone: [...unsentGone],
      taken: [...unsentTaken],
      replaced: [...unsentReplaced.values()],
      found: unsentFound,
    })
    if (recorded.fenced) return 'fenced'
    unsent.clear()
    unsentGone.clear()
    unsentTaken.clear()
    unsentReplaced.clear()
    if (unsentFound) unsentFound = null
    for (const { id, name } of recorded.changed) {
      ids.set(name, id)
      changes.add(teamId, 'trial', id)
    }
    trials.forEach(remember)
    if (recorded.changed.length > 0) changes.add(teamId, 'run', runId)
    return recorded.changed.length > 0 ? 'changed' : 'same'
  }

  function remember(trial: ScannedTrial): void {
    if (trial.termination === 'running') {
      running.set(trial.name, trial)
      return
    }
    running.delete(trial.name)
    if (!stored.has(trial.name, trial.finishedAt)) owed.set(trial.name, trial)
  }

  /** Rows that an earlier daemon wrote are not told as changed: their ids are looked up once. */
  async function idOf(name: string): Promise<string | null> {
    if (ids.has(name)) return ids.get(name) ?? null
    for (let cursor: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof listTrials>> = await listTrials(db, { runId, limit: 500, cursor })
      for (const trial of page.trials) ids.set(trial.name, trial.id)
      cursor = page.nextCursor
      if (cursor === null) return ids.get(name) ?? null
    }
  }

  async function followTraces(trial: ScannedTrial, state: 'live' | 'ended'): Promise<'fenced' | 'changed' | 'same'> {
    const trialId = await idOf(trial.name)
    if (trialId === null) return 'same'
    const ofTrial = followers.get(trial.name) ?? new Map<string, TraceFollower>()
    followers.set(trial.name, ofTrial)
    let outcome: 'changed' | 'same' = 'same'
    for (const { path, rank } of await scanner.traceSources(trial)) {
      const prefix = trial.directory === null ? '' : `${trial.directory}/`
      const source = path.startsWith(prefix) ? path.slice(prefix.length) : path
      const traced = { runId, epoch, trialId, path: join(directory, path), source, rank }
      const follower = ofTrial.get(path) ?? followTrace(db, traced, redactor)
      ofTrial.set(path, follower)
      const followed = await vanishedIsUnchanged(() => follower.advance(state))
      if (followed === 'fenced') return 'fenced'
      if (followed === 'grown') outcome = 'changed'
    }
    if (outcome === 'changed') changes.add(teamId, 'trace', trialId)
    if (state === 'ended') followers.delete(trial.name)
    return outcome
  }

  async function settle(trial: ScannedTrial): Promise<'fenced' | 'stored'> {
    if ((await followTraces(trial, 'ended')) === 'fenced') return 'fenced'
    const trialId = await idOf(trial.name)
    if (trialId !== null) {
      const paths = await scanner.artifactFiles(trial)
      const files = { runId, epoch, trialId, directory, paths, trialDirectory: trial.directory }
      if ((await archiveTrial(db, deps.blobs, files, redactor)) === 'fenced') return 'fenced'
      changes.add(teamId, 'trial', trialId)
    }
    stored.add(trial.name, trial.finishedAt)
    owed.delete(trial.name)
    return 'stored'
  }

  /** One odd file must not keep the results of the other trials from being stored. Throws what is worth a wait. */
  async function settleOwed(moment: 'alive' | 'ended'): Promise<'fenced' | 'stored'> {
    const given: { name: string; reason: string }[] = []
    let worthAWait: { error: unknown } | null = null
    for (const trial of [...owed.values()]) {
      const { name } = trial
      if (moment === 'alive' && deps.clock.nowMs() < (failing.get(name)?.againAtMs ?? 0)) continue
      try {
        if ((await settle(trial)) === 'fenced') return 'fenced'
        failing.delete(name)
      } catch (error) {
        if (isOutage(error)) throw error
        const reason = redactor.text(describeError(error))
        log.warn({ runId, trial: name, error: reason }, 'files of a trial were not stored')
        if (judge(name, error) === 'give up') given.push({ name, reason })
        else worthAWait = { error }
      }
    }
    const [first] = given
    if (first) deps.missing.add(`Files of ${given.length} trials could not be stored. ${first.name}: ${first.reason}`)
    if (moment === 'ended' && worthAWait !== null) throw worthAWait.error
    return 'stored'
  }

  /** What is given up is not noted as stored: whoever reads the directory again tries again. */
  function judge(name: string, error: unknown): 'give up' | 'try again' {
    const { nowMs } = deps.clock
    const { resultPatienceMs: patienceMs } = deps.limits
    const own = failing.get(name)?.patience ?? patience({ nowMs, patienceMs })
    if (own.isOver(error)) {
      failing.delete(name)
      owed.delete(name)
      return 'give up'
    }
    failing.set(name, { patience: own, againAtMs: nowMs() + againAfterMs })
    return 'try again'
  }

  return {
    async look(moment) {
      if (paidBefore === 'unknown') askPaidBefore()
      await lookAtDisk(moment)
      return { costUsd: spend.totalUsd() }
    },
    async store(moment) {
      const scanned = await recordScan(moment)
      if (scanned === 'fenced') return { kind: 'fenced' }
      let changed = scanned === 'changed'
      for (const trial of running.values()) {
        const traced = await followTraces(trial, 'live')
        if (traced === 'fenced') return { kind: 'fenced' }
        changed ||= traced === 'changed'
      }
      if ((await settleOwed(moment)) === 'fenced') return { kind: 'fenced' }
      if ((await deps.missing.send()) === 'fenced') return { kind: 'fenced' }
      return { kind: 'ok', changed }
    },
  }
}

async function vanishedIsUnchanged<T>(act: () => Promise<T>): Promise<T | 'unchanged'> {
  try {
    return await act()
  } catch (error) {
    if (isMissingFile(error)) return 'unchanged'
    throw error
  }
}

function isMissingFile(error: unknown): boolean {
  const { code, path } = error as NodeJS.ErrnoException
  return code === 'ENOENT' && path !== undefined
}
