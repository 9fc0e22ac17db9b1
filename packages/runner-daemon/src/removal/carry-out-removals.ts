import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clearRemoval, type Db, listRemovals, type Removal } from '@paddock/db'
import { segmentName } from '@paddock/domain'
import type { Clock } from '../clock.ts'
import type { RunnerConfig } from '../config/config.ts'
import { describeError } from '../log/describe-error.ts'
import type { Log } from '../log/log.ts'
import { readNote, recordOf } from '../process/run-record.ts'
import type { StateDir } from '../state/open-state-dir.ts'
import { leavingPath, removeTree, takeAway } from './take-away.ts'

export interface Removals {
  /** Removes what deleted runs left on this host: their directories and their records. */
  sweep(): Promise<void>
  /** The same for runs of this name, before a new one begins in the directory. */
  carryOutBefore(run: { id: string; name: string }): Promise<void>
}

export interface RemovalDeps {
  db: Db
  state: StateDir
  config(): RunnerConfig
  log: Log
  clock: Clock
}

/** One that failed (a file that is not ours to remove) is tried again after this. */
const failedRestMs = 600_000

export function carryOutRemovals({ db, state, config, log, clock }: RemovalDeps): Removals {
  const { hostId } = state
  const restsUntilMs = new Map<number, number>()
  /** One list at a time: between the look at who uses a directory and its move nobody else decides. */
  let last: Promise<unknown> = Promise.resolve()

  function alone<T>(act: () => Promise<T>): Promise<T> {
    const turn = last.then(act)
    last = turn.catch(() => {})
    return turn
  }

  async function move(removals: Removal[]): Promise<Removal[]> {
    const moved: Removal[] = []
    for (const removal of removals) {
      if ((restsUntilMs.get(removal.id) ?? 0) > clock.nowMs() || hasOpenRecord(removal)) continue
      await tryIt(removal, async () => {
        if (await moveDirectory(removal)) moved.push(removal)
      })
    }
    return moved
  }

  /** False: another run uses it by now, and it stays for as long. */
  async function moveDirectory(removal: Removal): Promise<boolean> {
    const directory = ownDirectory(removal)
    if (directory === null) return true
    const leaving = leavingPath(directory, removal.runId)
    if (existsSync(leaving)) return true
    if (removal.isTaken) return false
    const became = await takeAway(directory, leaving)
    if (became === 'not-ours') log.warn({ runId: removal.runId, directory }, 'not removed: it is no directory of ours')
    return true
  }

  async function remove(removal: Removal): Promise<void> {
    const { runId } = removal
    const directory = ownDirectory(removal)
    if (directory !== null) await removeTree(leavingPath(directory, runId))
    else if (removal.directory !== null) {
      log.warn({ runId, directory: removal.directory }, 'not removed: it is not in the jobs directory of this runner')
    }
    for (const record of recordsOf(runId)) rmSync(record.directory, { recursive: true, force: true })
    await clearRemoval(db, removal.id)
    log.info({ runId, directory }, 'what a deleted run left was removed')
  }

  async function tryIt(removal: Removal, act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      restsUntilMs.set(removal.id, clock.nowMs() + failedRestMs)
      log.warn({ runId: removal.runId, error: describeError(error) }, 'what a deleted run left was not removed')
    }
  }

  /** Only what this daemon would make itself for a run of that name; null: nothing of the kind. */
  function ownDirectory({ runName, directory }: Removal): string | null {
    const name = segmentName.safeParse(runName)
    if (directory === null || !name.success) return null
    const own = join(config().jobsDir, name.data)
    return resolve(directory) === resolve(own) ? own : null
  }

  function recordsOf(runId: string) {
    return readdirSync(join(state.path, 'runs')).flatMap((entry) => {
      const [, id, epoch] = /^([A-Za-z0-9_-]+)\.(\d+)$/.exec(entry) ?? []
      return id === runId ? [recordOf(state.path, runId, Number(epoch))] : []
    })
  }

  /** Its processes may still be there: whoever proves them gone closes the record. */
  function hasOpenRecord({ runId }: Removal): boolean {
    return recordsOf(runId).some((record) => readNote(record, 'closed.json') === null)
  }

  return {
    async sweep() {
      const moved = await alone(async () => move(await listRemovals(db, { hostId })))
      for (const removal of moved) await tryIt(removal, () => remove(removal))
    },
    async carryOutBefore({ id, name }) {
      try {
        const before = { runName: name, starting: id }
        await alone(async () => move(await listRemovals(db, { hostId, before })))
      } catch (error) {
        log.warn({ runId: id, error: describeError(error) }, 'what a deleted run of this name left was not moved away')
      }
    },
  }
}
