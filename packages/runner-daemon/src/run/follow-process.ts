import { existsSync } from 'node:fs'
import { describeError } from '../log/describe-error.ts'
import { adoptProcess } from '../process/adopt-process.ts'
import { endTree } from '../process/end-tree.ts'
import { findTree } from '../process/find-tree.ts'
import { writeNote } from '../process/run-record.ts'
import type { Ending } from './decide-outcome.ts'
import type { RunContext } from './run-context.ts'
import type { TimeLimits } from './time-limits.ts'

export type ProcessOver =
  | { kind: 'over'; ending: Ending; treeGone: boolean }
  /** The shim could not do its first step (the disk is full): nothing ran. */
  | { kind: 'never-started' }
  | { kind: 'handed-over' }
  | { kind: 'fenced' }

/** Waits for the process, or ends its tree when that is asked for; the leader's remainder is ended with it. */
export async function followProcess(
  context: RunContext,
  { ended, cancelGraceMs }: { ended: Promise<void>; cancelGraceMs: number },
  limits: TimeLimits,
): Promise<ProcessOver> {
  const { host, live, changed, tree } = context
  let leaderOver = false
  void ended.then(() => {
    leaderOver = true
    changed.wake()
  })
  for (;;) {
    if (live.fenced !== null) return { kind: 'fenced' }
    if (live.handedOver) return { kind: 'handed-over' }
    if (leaderOver) return afterLeader(context)
    if (live.reason) {
      live.stage = 'ending'
      noteReason(context)
      host.log.info({ runId: live.runId, reason: live.reason.kind }, 'ending the process tree')
      const isHurried = () => live.isHurried
      const { leaderExitGraceMs } = host.limits
      const treeGone = await endTree(tree, {
        ...host,
        graceMs: live.isHurried ? 0 : cancelGraceMs,
        leaderExitGraceMs,
        isHurried,
      })
      return live.fenced === null ? howItEnded(context, treeGone) : { kind: 'fenced' }
    }
    const exceeded = await limits.exceeded()
    if (exceeded) live.end(exceeded)
    else await changed.wait(untilWholeSecond(host.clock.nowMs(), limits.nextLookMs()))
  }
}

/** At least `atLeastMs` from `nowMs`, in the same moment for all runs, as they are looked at. */
function untilWholeSecond(nowMs: number, atLeastMs: number): number {
  return (Math.floor((nowMs + atLeastMs) / 1_000) + 1) * 1_000 - nowMs
}

/** The process was over already when this daemon came: what it left running is ended all the same. */
export async function afterLeader(context: RunContext): Promise<ProcessOver> {
  const { host, live, tree } = context
  host.moments.reached('exit seen')
  live.stage = 'ending'
  const deadline = host.clock.nowMs() + host.limits.leaderExitGraceMs
  for (let waitMs = 0; live.fenced === null && host.clock.nowMs() < deadline; waitMs = 100) {
    const askedMs = performance.now()
    await host.clock.sleep(waitMs)
    if (findTree(host.table, tree, askedMs).length === 0) break
  }
  const treeGone = await endTree(tree, { ...host, graceMs: 0, leaderExitGraceMs: 0 })
  return live.fenced === null ? howItEnded(context, treeGone) : { kind: 'fenced' }
}

async function howItEnded({ host, record }: RunContext, treeGone: boolean): Promise<ProcessOver> {
  // Its record went with the state directory: how it ended nobody knows, but that it did.
  if (!existsSync(record.directory)) return { kind: 'over', ending: { kind: 'vanished' }, treeGone }
  const adopted = await adoptProcess(record, host)
  switch (adopted.kind) {
    case 'exited':
      return { kind: 'over', ending: adopted, treeGone }
    case 'never-started':
      return adopted
    case 'vanished':
    case 'running':
      return { kind: 'over', ending: { kind: 'vanished' }, treeGone }
  }
}

/** Before the first signal: a daemon that comes after this one must know why the process ended. */
function noteReason({ host, record, live }: RunContext): void {
  try {
    writeNote(record, 'end.json', live.reason)
  } catch (error) {
    host.log.warn({ runId: live.runId, error: describeError(error) }, 'the reason of an end was not noted')
  }
}
