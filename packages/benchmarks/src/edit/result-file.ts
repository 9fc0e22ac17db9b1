/** Why a run of a task did not succeed; null in a result for one that did. */
export const failureCategories = [
  'no-edit',
  'wrong-edit',
  'syntax',
  'timeout',
  'turn-limit',
  'agent',
  'provider',
  'auth',
  'not-installed',
  'verifier',
] as const
export type FailureCategory = (typeof failureCategories)[number]

export interface ResultTokens {
  /** Includes `cache`. */
  input: number
  output: number
  cache: number
}

/** One attempt at one task, as it stands in result.json. */
export interface ResultRun {
  /** From 0; people see it as attempt 1. */
  runIndex: number
  success: boolean
  /** What went wrong outside of the answer itself (time-out, provider, process); null for an answer that is just wrong. */
  error: string | null
  /** Milliseconds, all tries included. */
  duration: number
  tokens: ResultTokens | null
  /** Null: the agent did not say. */
  costUsd: number | null
  toolCalls: number
  /** Calls of editing tools, and how many of them the tool carried out. */
  edits: { attempted: number; applied: number }
  failureCategory: FailureCategory | null
  /** How often it was tried before this outcome stood. */
  tries: number
  startedAt: string
  finishedAt: string
}

export interface ResultTask {
  id: string
  name: string
  /** SHA-256 of what the task consists of. */
  digest: string
  runs: ResultRun[]
}

export interface ResultConfig {
  agent: string
  agentVersion: string | null
  model: string | null
  dataset: string
  runsPerTask: number
  taskConcurrency: number
  timeoutMs: number
  maxTurns: number
  seed: string
}

/** What the runner writes. Files of others hold `tasks` and parts of `summary` only. */
export interface ResultFile {
  benchmark: 'paddock-edit'
  config: ResultConfig
  startedAt: string
  /** Null while the runner works (or when it was killed). */
  finishedAt: string | null
  /** What stopped it before its end: a signal, or `failure`. */
  interruptedBy: string | null
  tasks: ResultTask[]
  summary: ResultSummary
}

export interface ResultSummary {
  plannedRuns: number
  totalRuns: number
  /** Successes among the runs that ended; null before the first. */
  taskSuccessRate: number | null
  /** Editing calls that were carried out among those made; null before the first. */
  editSuccessRate: number | null
}

export function summarize(tasks: readonly ResultTask[], plannedRuns: number): ResultSummary {
  const runs = tasks.flatMap((task) => task.runs)
  const attempted = runs.reduce((sum, run) => sum + run.edits.attempted, 0)
  const applied = runs.reduce((sum, run) => sum + run.edits.applied, 0)
  return {
    plannedRuns,
    totalRuns: runs.length,
    taskSuccessRate: runs.length === 0 ? null : runs.filter((run) => run.success).length / runs.length,
    editSuccessRate: attempted === 0 ? null : applied / attempted,
  }
}

/** Beside result.json: what each run said and did. */
export const dumpFolder = 'result.dump'

export function conversationPath(taskId: string, attempt: number): string {
  return `${dumpFolder}/${taskId}/run-${attempt}.md`
}

/** Raw output of a real agent, one file a try. */
export function streamPath(taskId: string, attempt: number, attemptTry: number): string {
  return `${dumpFolder}/${taskId}/run-${attempt}.try-${attemptTry}.jsonl`
}
