import type { StepKind, StepSkeleton } from '@paddock/domain'

export interface Turn {
  type: 'turn'
  turn: number
  first: number
  last: number
  tokens: number
  at: string | null
  until: string | null
}

/** A row of the trace: a turn's header, or a step (a call with the result that follows it is one row). */
export type TraceItem = Turn | { type: 'step'; index: number; result: number | null }

export interface TraceFilter {
  errorsOnly: boolean
  tool: string
  kind: StepKind | ''
  agent: '' | 'main' | 'sub'
}

export const noFilter: TraceFilter = { errorsOnly: false, tool: '', kind: '', agent: '' }

export function isFiltering(filter: TraceFilter): boolean {
  return filter.errorsOnly || filter.tool !== '' || filter.kind !== '' || filter.agent !== ''
}

const answers: readonly StepKind[] = ['tool_result', 'user', 'system', 'answer', 'compaction']
const beginnings: readonly StepKind[] = ['reasoning', 'assistant', 'user', 'question']

/** A turn begins where the agent speaks again after an answer, or where a person does. */
function beginsTurn(step: StepSkeleton, before: StepSkeleton | undefined): boolean {
  if (before === undefined) return true
  if (step.agentDepth > 0 || !beginnings.includes(step.kind)) return false
  return step.kind === 'user'
    ? before.kind !== 'system'
    : answers.includes(before.kind) && before.kind !== 'user' && before.kind !== 'system'
}

/** Only a lone result right behind its call is known to belong to it: parallel calls answer in any order. */
function pairedResult(steps: readonly StepSkeleton[], at: number): number | null {
  const [call, result, after] = [steps[at], steps[at + 1], steps[at + 2]]
  if (call?.kind !== 'tool_call' || result?.kind !== 'tool_result') return null
  if (result.agentDepth !== call.agentDepth || after?.kind === 'tool_result') return null
  return steps[at - 1]?.kind === 'tool_call' ? null : at + 1
}

function passes(step: StepSkeleton, filter: TraceFilter): boolean {
  if (filter.errorsOnly && !step.isError && step.kind !== 'error') return false
  if (filter.tool !== '' && step.tool !== filter.tool) return false
  if (filter.kind !== '' && step.kind !== filter.kind) return false
  if (filter.agent === 'main' && step.agentDepth > 0) return false
  return filter.agent !== 'sub' || step.agentDepth > 0
}

/** The rows of a trace, or those that a filter leaves; without filters, under the headers of their turns. */
export function traceItems(steps: readonly StepSkeleton[], filter: TraceFilter): TraceItem[] {
  const items: TraceItem[] = []
  const filtering = isFiltering(filter)
  let turns = 0
  let turn: Turn | null = null
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] as StepSkeleton
    const result = pairedResult(steps, at)
    if (filtering) {
      const answer = result === null ? undefined : steps[result]
      if (passes(step, filter) || (answer !== undefined && passes(answer, filter)))
        items.push({ type: 'step', index: at, result })
    } else {
      if (beginsTurn(step, steps[at - 1])) {
        turn = {
          type: 'turn',
          turn: ++turns,
          first: at,
          last: at,
          tokens: 0,
          at: step.at,
          until: step.at,
        }
        items.push(turn)
      }
      items.push({ type: 'step', index: at, result })
    }
    if (turn !== null) {
      turn.last = result ?? at
      turn.tokens += step.tokens + (result === null ? 0 : (steps[result]?.tokens ?? 0))
      turn.until = steps[turn.last]?.at ?? turn.until
    }
    if (result !== null) at = result
  }
  return items
}

/** Rows of the steps of which only the number is known yet. */
export function plainItems(from: number, to: number): TraceItem[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ type: 'step', index: from + i, result: null }))
}

/** The row that shows a step; −1 when a filter hides it. */
export function rowOfStep(items: readonly TraceItem[], index: number): number {
  return items.findIndex((item) => item.type === 'step' && (item.index === index || item.result === index))
}
