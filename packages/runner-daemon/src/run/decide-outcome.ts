import { constants } from 'node:os'
import type { Outcome } from '@paddock/db'
import type { EndReason } from './end-reason.ts'

/** How the process went: its status as a shell counts it, or nothing that anybody knows. */
export type Ending = { kind: 'exited'; status: number } | { kind: 'vanished' }

/**
 * The terminal state of a run. A success stays one, also after an abort, unless it ran out of time: then the work was
 * cut off whatever the status says. A failure after an abort is told as the abort.
 */
export function decideOutcome(ending: Ending, end: EndReason | null, lastWords: string): Outcome {
  const exit = ending.kind === 'exited' ? readStatus(ending.status) : { exitCode: null, exitSignal: null }
  if (ending.kind === 'exited' && ending.status === 0 && end?.kind !== 'timeout' && end?.kind !== 'idle-timeout') {
    return { status: 'succeeded', ...exit }
  }
  if (end === null) {
    return ending.kind === 'exited'
      ? { status: 'failed', ...exit, errorCode: 'PROCESS_FAILED', errorMessage: failureText(exit, lastWords) }
      : {
          status: 'failed',
          ...exit,
          errorCode: 'EXIT_UNKNOWN',
          errorMessage:
            'The process is gone and left no exit status: the machine restarted, or the process was killed from outside.',
        }
  }
  switch (end.kind) {
    case 'cancel':
      return { status: 'cancelled', ...exit, errorCode: 'CANCELLED', errorMessage: end.reason }
    case 'budget':
      return {
        status: 'cancelled',
        ...exit,
        errorCode: 'BUDGET',
        errorMessage: `The run cost $${end.costUsd.toFixed(2)}, more than its budget of $${end.budgetUsd.toFixed(2)}.`,
      }
    case 'timeout':
      return {
        status: 'failed',
        ...exit,
        errorCode: 'TIMEOUT',
        errorMessage: `Ended after ${seconds(end.afterMs)}: its time-out.`,
      }
    case 'idle-timeout':
      return {
        status: 'failed',
        ...exit,
        errorCode: 'IDLE_TIMEOUT',
        errorMessage: `Ended after ${seconds(end.afterMs)} without output and without a changed file.`,
      }
    case 'log-limit':
      return {
        status: 'failed',
        ...exit,
        errorCode: 'PROCESS_FAILED',
        errorMessage: `Its log passed the limit of ${end.bytes} bytes, and this host's file system cannot shorten it while it is written.`,
      }
    case 'lease':
      return {
        status: 'failed',
        ...exit,
        errorCode: 'RUNNER_STOPPED',
        errorMessage: 'Killed before its lease ended: its runner could not reach the database.',
      }
    case 'stop':
      return { status: 'failed', ...exit, errorCode: 'RUNNER_STOPPED', errorMessage: 'The runner stopped.' }
  }
}

/**
 * The shim was killed, or could not write, before it started anything, and the run is said to be running by now: it
 * cannot be given back.
 */
export function neverBegan(end: EndReason | null): Outcome {
  if (end !== null) return decideOutcome({ kind: 'vanished' }, end, '')
  return { status: 'failed', errorCode: 'SPAWN_FAILED', errorMessage: 'Its process was gone before it began.' }
}

function readStatus(status: number): { exitCode: number; exitSignal: string | null } {
  return { exitCode: status, exitSignal: status > 128 ? signalName(status - 128) : null }
}

function signalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null
}

function failureText(
  { exitCode, exitSignal }: ReturnType<typeof readStatus> | { exitCode: null; exitSignal: null },
  lastWords: string,
) {
  const how = exitSignal ? `The process was ended by ${exitSignal}` : `The process ended with exit code ${exitCode}`
  return lastWords === '' ? `${how}.` : `${how}. It said last:\n${lastWords}`
}

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
