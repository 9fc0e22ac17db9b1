import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { conversationPath, type FailureCategory, type ResultRun, streamPath } from '../result-file.ts'
import { expectedText } from '../task.ts'
import { Conversation } from './conversation.ts'
import type { LoadedTask } from './read-dataset.ts'
import type { Sleep } from './sleep.ts'
import type { Solved, SolveEnding, Solver } from './solver.ts'
import { patchOf } from './solvers/apply-files.ts'
import { type Verification, verifyWorkspace } from './verify-workspace.ts'
import { openWorkspace, readWorkspace, removeWorkspace } from './workspace.ts'

export interface AttemptContext {
  agent: string
  model: string | null
  /** Directory of result.json. */
  directory: string
  solver: Solver
  signal: AbortSignal
  now: () => Date
  sleep: Sleep
}

/** How often each kind of ending is tried again. */
const retries = { timeout: 3, provider: 3, 'no-edit': 2 } as const
const firstBackoffMs = 1_000
const maxBackoffMs = 10_000

/** One attempt at one task, with its retries; null when it was cancelled. Its conversation is complete on return. */
export async function runAttempt(
  task: LoadedTask,
  attempt: number,
  context: AttemptContext,
): Promise<ResultRun | null> {
  const startedAt = context.now()
  await removeOldStreams(task.id, attempt, context.directory)
  const conversation = await Conversation.open(
    `${context.directory}/${conversationPath(task.id, attempt)}`,
    `${task.id}, attempt ${attempt}`,
    { Agent: context.agent, Model: context.model ?? 'none', Started: startedAt.toISOString() },
  )
  await conversation.prompt(task.prompt)

  const left: Record<keyof typeof retries, number> = { ...retries }
  const spent: Solved[] = []
  for (let attemptTry = 1; ; attemptTry += 1) {
    const { solved, verification } = await tryOnce(task, attempt, attemptTry, conversation, context)
    spent.push(solved)
    if (solved.ending === 'cancelled') {
      await conversation.note('Cancelled.')
      return null
    }
    const reason = retryReason(solved, verification)
    if (reason !== null && context.solver.repeatable && left[reason] > 0) {
      const waitMs = reason === 'provider' ? backoffMs(retries.provider - left[reason]) : 0
      left[reason] -= 1
      await conversation.note(`Tried again: ${solved.message ?? 'nothing was edited'}.`)
      await context.sleep(waitMs, context.signal)
      continue
    }
    const finishedAt = context.now()
    return {
      runIndex: attempt - 1,
      success: verification.matches,
      error: verification.matches ? null : errorOf(solved, verification),
      duration: finishedAt.getTime() - startedAt.getTime(),
      ...totalOf(spent),
      failureCategory: categoryOf(solved.ending, verification),
      tries: attemptTry,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
    }
  }
}

const settled: Verification = { matches: true, edited: true, mismatches: [], problem: null }

/** Of an earlier start that was killed in this attempt: nobody may take them for this one's. */
async function removeOldStreams(taskId: string, attempt: number, directory: string): Promise<void> {
  const folder = join(directory, dirname(conversationPath(taskId, attempt)))
  const names = await readdir(folder).catch(() => [])
  const old = names.filter((name) => name.startsWith(`run-${attempt}.try-`))
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

async function tryOnce(
  task: LoadedTask,
  attempt: number,
  attemptTry: number,
  conversation: Conversation,
  context: AttemptContext,
): Promise<{ solved: Solved; verification: Verification }> {
  const directory = await openWorkspace(task.files)
  try {
    const solved = await context.solver.solve({
      task,
      attempt,
      attemptTry,
      directory,
      conversation,
      streamFile: `${context.directory}/${streamPath(task.id, attempt, attemptTry)}`,
      matches: async () => (await verifyWorkspace(directory, task.files)).matches,
      signal: context.signal,
    })
    const verification = solved.matched ? settled : await verifyWorkspace(directory, task.files)
    if (solved.ending !== 'cancelled') {
      const found = await readWorkspace(directory)
      if (solved.message !== null) await conversation.fail(solved.message)
      await conversation.diff(changesOf(task, found))
      await conversation.verification(explain(verification))
      if (!verification.matches) await conversation.missing(missingOf(task, found))
    }
    return { solved, verification }
  } finally {
    await removeWorkspace(directory)
  }
}

function retryReason(solved: Solved, verification: Verification): keyof typeof retries | null {
  if (verification.matches) return null
  if (solved.ending === 'timeout' || solved.ending === 'provider') return solved.ending
  return solved.ending === 'done' && !verification.edited ? 'no-edit' : null
}

/** 1 s, 2 s, 4 s … at most 10 s. */
export function backoffMs(retriesSoFar: number): number {
  return Math.min(firstBackoffMs * 2 ** retriesSoFar, maxBackoffMs)
}

function categoryOf(ending: SolveEnding, verification: Verification): FailureCategory | null {
  if (verification.matches) return null
  if (verification.problem !== null) return 'verifier'
  if (ending !== 'done' && ending !== 'cancelled') return ending
  if (!verification.edited) return 'no-edit'
  return verification.mismatches.some((mismatch) => mismatch.reason === 'syntax') ? 'syntax' : 'wrong-edit'
}

function errorOf(solved: Solved, verification: Verification): string | null {
  if (verification.problem !== null) return verification.problem
  return solved.ending === 'done' ? null : (solved.message ?? solved.ending)
}

/** Every try was paid for. */
function totalOf(spent: readonly Solved[]): Pick<ResultRun, 'tokens' | 'costUsd' | 'toolCalls' | 'edits'> {
  const tokens = spent.flatMap((solved) => solved.tokens ?? [])
  const costs = spent.map((solved) => solved.costUsd)
  const sum = (of: (solved: Solved) => number) => spent.reduce((total, solved) => total + of(solved), 0)
  return {
    tokens:
      tokens.length === 0
        ? null
        : {
            input: tokens.reduce((total, count) => total + count.input, 0),
            output: tokens.reduce((total, count) => total + count.output, 0),
            cache: tokens.reduce((total, count) => total + count.cache, 0),
          },
    costUsd: costs.every((cost) => cost !== null) ? costs.reduce((total, cost) => total + cost, 0) : null,
    toolCalls: sum((solved) => solved.toolCalls),
    edits: { attempted: sum((solved) => solved.edits.attempted), applied: sum((solved) => solved.edits.applied) },
  }
}

function changesOf(task: LoadedTask, found: ReadonlyMap<string, string>): string {
  const before = new Map(task.files.map((file) => [file.path, file.input]))
  return [...new Set([...before.keys(), ...found.keys()])]
    .filter((path) => before.get(path) !== found.get(path))
    .map((path) => patchOf(path, before.get(path) ?? '', found.get(path) ?? ''))
    .join('\n')
}

/** What would still have to change, for whoever looks into a failure. */
function missingOf(task: LoadedTask, found: ReadonlyMap<string, string>): string {
  return task.files
    .map((file) => patchOf(file.path, found.get(file.path) ?? '', expectedText(file)))
    .filter((patch) => patch !== '')
    .join('\n')
}

const reasons = {
  differs: 'is not what it must become',
  missing: 'is gone',
  extra: 'does not belong here',
  syntax: 'is not TypeScript any more',
} as const

function explain(verification: Verification): string {
  if (verification.problem !== null) return `The files could not be compared: ${verification.problem}`
  if (verification.matches) return '**pass**: every file is as it must be.'
  return [
    '**fail**:',
    '',
    ...verification.mismatches.map(({ path, reason }) => `- \`${path}\` ${reasons[reason]}`),
  ].join('\n')
}
