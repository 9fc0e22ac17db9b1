import { type Db, getRun, leftBehind, type RunDetail, readOutput, waitReason } from '@paddock/db'
import { isTerminal } from '@paddock/domain'
import { Refusal } from '../errors/refusal.ts'
import { viewLaunch, viewRun } from '../view/run-view.ts'
import { viewResume } from './resume-facts.ts'

const tailLines = 20

/** @throws Refusal UNKNOWN_RUN, also for a run of another team */
export async function findRun(tx: Db, id: string): Promise<RunDetail> {
  const found = await getRun(tx, id)
  if (found !== null) return found
  throw unknownRun(id)
}

export function unknownRun(id: string): Refusal {
  return new Refusal('UNKNOWN_RUN', `There is no run "${id}".`, 'paddock runs lists the runs of your team.')
}

/** Everything a run's page shows of it. */
export async function readRun(tx: Db, id: string, now: Date) {
  const { run, runner } = await findRun(tx, id)
  const output = await readOutput(tx, { runId: id, tailLines })
  return {
    ...viewRun(run, now),
    launch: viewLaunch(run.launch),
    /** Why it waits; null when it does not. */
    waitReason: run.status === 'queued' ? await waitReason(tx, id) : null,
    /** What may be left of it on its host, and keeps its workspace closed; null when nothing can be. */
    leftBehind: isTerminal(run.status) ? await leftBehind(tx, id) : null,
    runner: runner === null ? null : { name: runner.name, status: runner.status, beatAt: runner.beatAt },
    /** How often it was claimed or rescued so far. */
    attempts: run.epoch,
    /** What a resume of it can be asked for; null where it cannot be resumed. */
    resume: viewResume(run),
    expiresAt: run.expiresAt,
    command: run.command,
    directory: run.directory,
    outputTail: output === null ? '' : output.chunks.map((chunk) => chunk.text).join(''),
    droppedBytes: output?.droppedBytes ?? 0,
    logBytes: run.logBytes,
    /** The benchmark's own facts, verbatim. */
    metadata: run.metadata,
  }
}
