import { adoptRuns, heldByHost, type RunRow, reportTreeGone } from '@paddock/db'
import type { Host } from '../host.ts'
import { untilAccepted } from '../log/until-accepted.ts'
import { type Adopted, adoptProcess } from '../process/adopt-process.ts'
import { endAttempt } from '../process/end-attempt.ts'
import { openRecords } from '../process/open-records.ts'
import { type RunRecord, readIntent, recordOf } from '../process/run-record.ts'
import { closeRecord } from '../run/close-record.ts'

export interface AdoptedRun {
  run: RunRow
  adopted: Adopted
}

export interface Adoption {
  /** To be supervised from now on. */
  runs: AdoptedRun[]
  /** Whether the database holds this attempt for this daemon now. */
  isHeld(runId: string, epoch: number): boolean
}

/**
 * Asks the database what this host still holds, and compares it to what is here. Both have it: adopted, alive or with
 * its true exit status. Only the database: never started, or nobody knows. Only here: its tree is killed.
 * `isHeldHere`: what this very process supervises is left alone.
 */
export async function adoptHeld(
  host: Host,
  runnerId: string,
  isHeldHere: (runId: string, epoch: number) => boolean,
): Promise<Adoption> {
  const { hostId } = host.state
  const held = await heldByHost(host.db, hostId, host.limits)
  const mine = held.filter(({ kind }) => kind === 'hold').map(({ run, epoch }) => ({ runId: run.id, epoch }))
  const rows = mine.length === 0 ? [] : await adoptRuns(host.db, { runnerId, hostId, held: mine })
  const adoptedKeys = new Set(rows.map(({ id, epoch }) => `${id}.${epoch}`))

  const leftovers = held.filter(({ run, epoch }) => !adoptedKeys.has(`${run.id}.${epoch}`))
  const strangers = openRecords(host.state.path).filter(({ runId, epoch }) => !adoptedKeys.has(`${runId}.${epoch}`))
  const toKill = new Map<string, RunRecord>()
  for (const { run, epoch } of leftovers) toKill.set(`${run.id}.${epoch}`, recordOf(host.state.path, run.id, epoch))
  for (const record of strangers) toKill.set(`${record.runId}.${record.epoch}`, record)
  for (const record of toKill.values()) {
    if (!isHeldHere(record.runId, record.epoch)) void killLeftover(host, record)
  }

  const adopted: AdoptedRun[] = []
  for (const run of rows) {
    if (isHeldHere(run.id, run.epoch)) continue
    adopted.push({ run, adopted: await whatBecame(host, run) })
  }
  return { runs: adopted, isHeld: (runId, epoch) => adoptedKeys.has(`${runId}.${epoch}`) }
}

async function whatBecame(host: Host, run: RunRow): Promise<Adopted> {
  const record = recordOf(host.state.path, run.id, run.epoch)
  // Without an intent nothing was spawned; a run that is said to be running had one, which somebody removed.
  if (readIntent(record) === null && run.status !== 'starting') {
    return { kind: 'vanished', identity: { pid: -1, start: '', boot: host.table.boot() } }
  }
  return readIntent(record) === null ? { kind: 'never-started' } : adoptProcess(record, host)
}

/** A process tree of an attempt that is over: killed, and its end reported, so that its workspace key is free. */
async function killLeftover(host: Host, record: RunRecord): Promise<void> {
  const { runId, epoch } = record
  host.log.info({ runId, epoch }, 'clearing up an attempt that is over')
  await endAttempt(record, { ...host, abandoned: () => false })
  await untilAccepted(() => reportTreeGone(host.db, { runId, epoch, hostId: host.state.hostId }), {
    ...host,
    what: 'tree gone',
    abandoned: () => false,
  })
  if (readIntent(record) !== null) closeRecord(host.log, record, 'fenced')
}
