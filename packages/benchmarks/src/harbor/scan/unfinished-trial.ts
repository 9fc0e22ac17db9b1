import { maxErrorMessageChars, type ScannedTrial } from '@paddock/domain'
import { taskOfTrialName } from './ended-trial.ts'
import { asObject, asText, type JsonObject } from './json-value.ts'
import { terminationOf } from './termination.ts'

/** What a trial's directory says before (or without) its result.json. */
export interface UnfinishedFacts {
  config: JsonObject | null
  lock: JsonObject | null
  /** Harbor writes config.json when the trial starts, and never again. */
  configWrittenMs: number | null
  /** The end of exception.txt, a Python traceback. */
  exceptionTail: string | null
  /** Why a result.json that is there cannot be read. */
  unreadableResult: string | null
}

/** A trial that a process is working on. Pure. */
export function runningTrial(directory: string, facts: UnfinishedFacts, taskOfDigest: ReadonlyMap<string, string>) {
  const startedAt = facts.configWrittenMs === null ? null : new Date(facts.configWrittenMs).toISOString()
  return { ...withoutResult(directory, facts, taskOfDigest), startedAt }
}

/** A trial that nobody will finish: the process is gone. Its start is not known: a copied file has another time. Pure. */
export function interruptedTrial(
  directory: string,
  facts: UnfinishedFacts,
  taskOfDigest: ReadonlyMap<string, string>,
): ScannedTrial {
  return { ...withoutResult(directory, facts, taskOfDigest), ...reasonOf(facts) }
}

function reasonOf(facts: UnfinishedFacts): Pick<ScannedTrial, 'termination' | 'errorType' | 'errorMessage'> {
  if (facts.unreadableResult !== null) {
    return {
      termination: 'infra_error',
      errorType: 'UnreadableResult',
      errorMessage: `Harbor left a result.json that cannot be read: ${facts.unreadableResult}`,
    }
  }
  const raised = facts.exceptionTail === null ? null : lastExceptionOf(facts.exceptionTail)
  if (raised !== null) {
    return { termination: terminationOf(raised.type), errorType: raised.type, errorMessage: raised.message }
  }
  if (facts.config === null) {
    return {
      termination: 'infra_error',
      errorType: 'NeverStarted',
      errorMessage: 'Harbor ended before this trial began; job.log and the output of the run say why.',
    }
  }
  return {
    termination: 'cancelled',
    errorType: 'Interrupted',
    errorMessage: 'Harbor ended without writing a result of this trial (killed, or its machine went down).',
  }
}

/** The last line that is not indented names the exception: `module.Type: message`. */
function lastExceptionOf(traceback: string): { type: string; message: string | null } | null {
  const last = traceback
    .split('\n')
    .filter((line) => /^[A-Za-z_]/.test(line))
    .at(-1)
  const found = last?.match(/^(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)(?:: ?(.*))?$/)
  return found?.[1] ? { type: found[1], message: found[2]?.slice(0, maxErrorMessageChars) || null } : null
}

function withoutResult(
  directory: string,
  facts: UnfinishedFacts,
  taskOfDigest: ReadonlyMap<string, string>,
): ScannedTrial {
  const agent = asObject(facts.config?.agent) ?? asObject(facts.lock?.agent)
  const task = asObject(facts.config?.task) ?? asObject(facts.lock?.task)
  const digest = asText(asObject(facts.lock?.task)?.digest)
  return {
    name: directory,
    // The result may call the task by its full name, which an ended sibling of the same digest already does.
    task:
      (digest && taskOfDigest.get(digest)) ??
      asText(task?.name) ??
      lastSegment(task?.path) ??
      taskOfTrialName(directory),
    taskDigest: digest,
    attempt: null,
    agent: asText(agent?.name) ?? asText(agent?.import_path),
    model: asText(agent?.model_name),
    verdict: 'none',
    termination: 'running',
    reward: null,
    rewards: {},
    costUsd: null,
    costSource: 'unknown',
    tokens: null,
    startedAt: null,
    finishedAt: null,
    phases: [],
    errorType: null,
    errorMessage: null,
    directory,
    raw: {},
  }
}

function lastSegment(path: unknown): string | null {
  return (
    asText(path)
      ?.split(/[/\\]/)
      .filter((segment) => segment !== '')
      .at(-1) ?? null
  )
}
