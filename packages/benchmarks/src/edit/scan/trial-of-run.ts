import type { ScannedTrial, Termination, TokenCounts, Verdict } from '@paddock/domain'
import { editErrorTypes } from '../error-types.ts'
import { dumpFolder } from '../result-file.ts'
import { isOurs, type ReadResult, type ReadRun, type ReadTask } from './read-result.ts'

export function trialName(taskId: string, attempt: number): string {
  return `${taskId}__${attempt}`
}

/** A run that ended. */
export function trialOfRun(result: ReadResult, task: ReadTask, run: ReadRun): ScannedTrial {
  const { verdict, termination, errorType } = endingOf(run)
  return {
    ...placeOf(result, task, run.runIndex + 1),
    verdict,
    termination,
    ...rewardOf(verdict),
    costUsd: run.costUsd,
    costSource: run.costUsd === null ? 'unknown' : 'reported',
    tokens: tokensOf(result, run),
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    phases: [],
    errorType,
    errorMessage: errorType === null ? null : (run.error ?? errorType),
    raw: rawOf(run),
  }
}

/** A run that has begun, or that was stopped before it had a result. */
export function trialWithoutResult(
  result: ReadResult,
  task: ReadTask,
  attempt: number,
  startedAt: string | null,
  state: 'running' | 'interrupted',
): ScannedTrial {
  const isOver = state === 'interrupted'
  return {
    ...placeOf(result, task, attempt),
    verdict: 'none',
    termination: isOver ? 'cancelled' : 'running',
    ...rewardOf('none'),
    costUsd: null,
    costSource: 'unknown',
    tokens: null,
    startedAt,
    finishedAt: isOver ? result.finishedAt : null,
    phases: [],
    errorType: isOver ? 'Interrupted' : null,
    errorMessage: isOver
      ? 'The runner ended before this trial did (cancelled, killed, or its machine went down).'
      : null,
    raw: {},
  }
}

function placeOf(result: ReadResult, task: ReadTask, attempt: number) {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    name: trialName(task.id, attempt),
    task: task.id,
    taskDigest: task.digest,
    attempt,
    agent: text(result.config?.agent),
    model: text(result.config?.model),
    directory: isPathSegment(task.id) ? `${dumpFolder}/${task.id}` : null,
  }
}

function rewardOf(verdict: Verdict): Pick<ScannedTrial, 'reward' | 'rewards'> {
  if (verdict === 'none') return { reward: null, rewards: {} }
  const reward = verdict === 'pass' ? 1 : 0
  return { reward, rewards: { reward } }
}

interface Ending {
  verdict: Verdict
  termination: Termination
  errorType: string | null
}

/** Files were compared in every case but the last three, so there is a verdict beside the error. */
function endingOf(run: ReadRun): Ending {
  if (run.success) return { verdict: 'pass', termination: 'completed', errorType: null }
  switch (run.failureCategory) {
    case 'timeout':
      return { verdict: 'fail', termination: 'agent_timeout', errorType: editErrorTypes.timeout }
    case 'turn-limit':
      return { verdict: 'fail', termination: 'limit', errorType: editErrorTypes['turn-limit'] }
    case 'agent':
      return { verdict: 'fail', termination: 'agent_error', errorType: editErrorTypes.agent }
    case 'provider':
      return { verdict: 'none', termination: 'infra_error', errorType: editErrorTypes.provider }
    case 'auth':
      return { verdict: 'none', termination: 'infra_error', errorType: editErrorTypes.auth }
    case 'not-installed':
      return { verdict: 'none', termination: 'infra_error', errorType: editErrorTypes['not-installed'] }
    case 'verifier':
      return { verdict: 'none', termination: 'verifier_error', errorType: editErrorTypes.verifier }
    default:
      return { verdict: 'fail', termination: 'completed', errorType: null }
  }
}

/** Others may count cached tokens beside the input: where the cache is larger than the input, they do. */
function tokensOf(result: ReadResult, run: ReadRun): TokenCounts | null {
  const counts = run.tokens
  if (!counts || (counts.input === null && counts.output === null)) return null
  const [input, cachedInput] = [counts.input ?? 0, counts.cache ?? 0]
  const isBeside = !isOurs(result) && cachedInput > input
  return { input: isBeside ? input + cachedInput : input, cachedInput, output: counts.output ?? 0 }
}

const known = ['runIndex', 'success', 'error', 'tokens', 'costUsd', 'startedAt', 'finishedAt']

function rawOf(run: ReadRun): Record<string, unknown> {
  return Object.fromEntries(Object.entries(run).filter(([key]) => !known.includes(key)))
}

/** Ids become names of folders; an odd one of another writer has no folder. */
export function isPathSegment(id: string): boolean {
  return /^[A-Za-z0-9_.-]{1,128}$/.test(id) && id !== '.' && id !== '..'
}
