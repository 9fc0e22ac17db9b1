import { finishRun, type Outcome, reportTreeGone, requeueRun } from '@paddock/db'
import { describeError } from '../log/describe-error.ts'
import { untilAccepted } from '../log/until-accepted.ts'
import { endTree } from '../process/end-tree.ts'
import { readNote, writeNote } from '../process/run-record.ts'
import { closeRecord } from './close-record.ts'
import { decideOutcome, type Ending } from './decide-outcome.ts'
import type { FollowedResults } from './follow-results.ts'
import { lastWords } from './last-words.ts'
import type { RunContext } from './run-context.ts'

interface JournalledOutcome {
  outcome: Outcome
  treeGone: boolean
}

/**
 * After the process: the last results, then the terminal state, each tried until the database has it. The slot is
 * kept meanwhile; a daemon that dies here leaves the exit status and the journal to the next.
 */
export async function concludeRun(
  context: RunContext,
  { ending, treeGone }: { ending: Ending; treeGone: boolean },
  results: FollowedResults,
): Promise<void> {
  const { host, record, live, redactor } = context
  live.stage = 'storing'
  const stored = await untilAccepted(() => results.storeRest(), {
    ...host,
    what: 'results',
    abandoned: () => live.fenced !== null || live.handedOver,
  })
  if (stored?.value === 'fenced') live.fence('its last results named an epoch that is over')
  if (stored === null || stored.value === 'fenced') return
  const outcome = decideOutcome(ending, live.reason, lastWords(record, redactor))
  const journalled = readNote<JournalledOutcome>(record, 'outcome.json') ?? { outcome, treeGone }
  try {
    writeNote(record, 'outcome.json', journalled)
    host.moments.reached('outcome journalled')
  } catch (error) {
    host.log.warn({ runId: live.runId, error: describeError(error) }, 'the outcome is kept in memory only')
  }
  await finish(context, journalled)
}

/** The terminal state of a run, or its way back into the queue when only its runner stopped. */
export async function finish(context: RunContext, { outcome, treeGone }: JournalledOutcome): Promise<void> {
  const { host, record, live, run } = context
  live.stage = 'finishing'
  const { id: runId, epoch } = run
  const isStopped = outcome.errorCode === 'RUNNER_STOPPED' && treeGone
  const act = () =>
    isStopped
      ? requeueRun(host.db, { runId, epoch, reason: outcome.errorMessage ?? 'The runner stopped.' })
      : finishRun(host.db, { runId, epoch, outcome, treeGone })
  const finished = await untilAccepted(act, { ...host, what: 'finish', abandoned: () => live.handedOver })
  if (finished === null) return
  host.moments.reached('finished')
  host.changes.add(run.teamId, 'run', runId)
  if (finished.value === null) host.log.warn({ runId, epoch }, 'the outcome was not wanted any more')
  else host.log.info({ runId, epoch, status: finished.value.status }, 'finished')
  if (!treeGone || finished.value === null) await proveTreeGone(context)
  closeRecord(host.log, record, 'finished')
}

/** The run is another's: its tree is killed, and of the run itself nothing is written. */
export async function concludeFenced(context: RunContext): Promise<void> {
  const { host, record, live } = context
  host.log.warn({ runId: live.runId, epoch: live.epoch, why: live.fenced }, 'fenced: killing the tree')
  await proveTreeGone(context)
  closeRecord(host.log, record, 'fenced')
}

async function proveTreeGone({ host, live, tree }: RunContext): Promise<void> {
  while (!(await endTree(tree, { ...host, graceMs: 0, leaderExitGraceMs: 0 }))) {
    host.log.error({ runId: live.runId }, 'a process cannot be killed; trying again')
    await host.clock.sleep(5_000)
  }
  const { runId, epoch } = live
  await untilAccepted(() => reportTreeGone(host.db, { runId, epoch, hostId: host.state.hostId }), {
    ...host,
    what: 'tree gone',
    abandoned: () => live.handedOver,
  })
}
