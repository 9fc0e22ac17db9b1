import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { AgentAdapter, AgentResult } from '@paddock/agents/command'
import type { AgentDefinition } from '@paddock/agents/definition'
import { openReader } from '@paddock/traces'
import { inheritedEnvironment } from '../env.ts'
import { type ChildEnding, runChild } from '../process/run-child.ts'
import type { Sleep } from '../sleep.ts'
import type { Solved, SolveEnding, SolveRequest, Solver } from '../solver.ts'
import { tellSteps } from './tell-steps.ts'

export interface AgentSolverOptions {
  definition: AgentDefinition
  adapter: AgentAdapter
  model: string
  version: string | null
  executable: string | null
  timeoutMs: number
  maxTurns: number
  sleep: Sleep
}

/** An agent command line, in a process and a directory of its own for every try. */
export function agentSolver(options: AgentSolverOptions): Solver {
  return { version: options.version, repeatable: true, solve: (request) => solve(request, options) }
}

async function solve(request: SolveRequest, options: AgentSolverOptions): Promise<Solved> {
  const { definition, adapter } = options
  const command = adapter.buildCommand(
    {
      prompt: request.task.prompt,
      directory: request.directory,
      model: options.model,
      mode: 'edit',
      safety: 'workspace_edit',
      session: { kind: 'fresh' },
      maxTurns: options.maxTurns,
    },
    options.executable === null ? undefined : [options.executable],
  )
  const output = adapter.openOutput()
  const steps = tellSteps(openReader(definition.traceFormat), request.conversation, definition.editTools)
  const raw = createWriteStream(request.streamFile)
  const isSolved = onceAtATime(request.matches)

  const ending = await runChild({
    argv: command.argv,
    cwd: command.cwd,
    env: { ...inheritedEnvironment, ...command.env },
    stdin: command.stdin,
    timeoutMs: options.timeoutMs,
    signal: request.signal,
    sleep: options.sleep,
    onOutput: (bytes, stop) => {
      raw.write(bytes)
      output.push(bytes)
      steps.push(bytes)
      if (output.turns() > options.maxTurns) stop('turns')
      void isSolved().then((solved) => {
        if (solved) stop('solved')
      })
    },
  })
  steps.end()
  raw.end()
  await finished(raw)
  const result = output.end({
    exitCode: ending.spawnError === null ? ending.exitCode : 127,
    exitSignal: ending.exitSignal,
    stderr: ending.stderr,
    endedBy: ending.stopped === 'cancel' || ending.stopped === 'timeout' ? ending.stopped : 'itself',
  })
  const how = endingOf(ending, result)
  return {
    ending: how,
    matched: ending.stopped === 'solved',
    message: how === 'done' || how === 'cancelled' ? null : messageOf(how, result, options),
    tokens: result.tokens && {
      input: result.tokens.input,
      output: result.tokens.output,
      cache: result.tokens.cachedInput,
    },
    costUsd: result.costUsd,
    ...steps.counts(),
  }
}

function endingOf(ending: ChildEnding, result: AgentResult): SolveEnding {
  switch (ending.stopped) {
    case 'solved':
      return 'done'
    case 'cancel':
      return 'cancelled'
    case 'timeout':
      return 'timeout'
    case 'turns':
      return 'turn-limit'
    case null:
      break
  }
  if (result.failure === null) return 'done'
  if (result.reachedTurnLimit) return 'turn-limit'
  if (result.failure.code === 'AUTH_REQUIRED') return 'auth'
  if (result.failure.code === 'EXECUTABLE_NOT_FOUND') return 'not-installed'
  return result.failure.isTransient ? 'provider' : 'agent'
}

function messageOf(how: SolveEnding, result: AgentResult, options: AgentSolverOptions): string {
  if (how === 'turn-limit') return `${options.definition.title} used up its ${options.maxTurns} turns`
  if (how === 'timeout') return `${options.definition.title} did not finish within ${options.timeoutMs / 1000} s`
  return result.failure?.message ?? how
}

/** Output comes in bursts: while one comparison runs, a second is asked for at most once more. */
function onceAtATime(check: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | null = null
  let again = false
  const run = async (): Promise<boolean> => {
    do {
      again = false
      // A file that is being written, or a folder that vanished, is simply not right yet.
      if (await check().catch(() => false)) return true
    } while (again)
    return false
  }
  return () => {
    if (running !== null) {
      again = true
      return running
    }
    running = run().finally(() => {
      running = null
    })
    return running
  }
}
