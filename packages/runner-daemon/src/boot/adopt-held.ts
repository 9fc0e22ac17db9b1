import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { adoptRuns, heldByHost, type RunRow, reportTreeGone } from '@paddock/db'
import type { Host } from '../host.ts'
import { untilAccepted } from '../log/until-accepted.ts'
import { type Adopted, adoptProcess } from '../process/adopt-process.ts'
import { endTree } from '../process/end-tree.ts'
import { treeOf } from '../process/find-tree.ts'
import { markerOf, type RunRecord, readIntent, readNote, readPidFile, recordOf, revoke } from '../process/run-record.ts'
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
  const strangers = openRecords(host).filter(({ runId, epoch }) => !adoptedKeys.has(`${runId}.${epoch}`))
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
  const hasRecord = readIntent(record) !== null
  // A shim that is on its way finds its right to start taken.
  if (hasRecord && readPidFile(record) === 'absent') revoke(record)
  const pidFile = hasRecord ? readPidFile(record) : 'absent'
  const tree = treeOf(typeof pidFile === 'object' ? pidFile : null, markerOf(record))
  while (!(await endTree(tree, { ...host, graceMs: 0, leaderExitGraceMs: 0 }))) await host.clock.sleep(5_000)
  await untilAccepted(() => reportTreeGone(host.db, { runId, epoch, hostId: host.state.hostId }), {
    ...host,
    what: 'tree gone',
    abandoned: () => false,
  })
  if (hasRecord) closeRecord(host.log, record, 'fenced')
}

/** Records of this host that nobody has closed. */
function openRecords(host: Host): RunRecord[] {
  return readdirSync(join(host.state.path, 'runs')).flatMap((name) => {
    const [, runId, epoch] = /^([A-Za-z0-9_-]+)\.(\d+)$/.exec(name) ?? []
    if (runId === undefined) return []
    const record = recordOf(host.state.path, runId, Number(epoch))
    return readNote(record, 'closed.json') === null ? [record] : []
  })
}
