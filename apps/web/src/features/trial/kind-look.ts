import type { StepKind } from '@paddock/domain'
import type { IconName } from '#/components/icon.tsx'

interface Look {
  icon: IconName
  colour: string
  /** Share of the ruler's width. */
  width: number
}

const looks: Record<StepKind, Look> = {
  system: { icon: 'sliders', colour: 'var(--kind-user)', width: 26 },
  user: { icon: 'user', colour: 'var(--kind-user)', width: 26 },
  assistant: { icon: 'spark', colour: 'var(--kind-assistant)', width: 18 },
  reasoning: { icon: 'thought', colour: 'var(--kind-reasoning)', width: 14 },
  tool_call: { icon: 'terminal', colour: 'var(--kind-tool)', width: 20 },
  tool_result: { icon: 'right', colour: 'var(--kind-result)', width: 26 },
  notice: { icon: 'info', colour: 'var(--kind-notice)', width: 12 },
  error: { icon: 'warning', colour: 'var(--kind-error)', width: 30 },
  compaction: { icon: 'filter', colour: 'var(--kind-notice)', width: 26 },
  question: { icon: 'info', colour: 'var(--kind-user)', width: 20 },
  answer: { icon: 'check', colour: 'var(--kind-assistant)', width: 20 },
  reference: { icon: 'file', colour: 'var(--kind-notice)', width: 14 },
  unknown: { icon: 'code', colour: 'var(--kind-notice)', width: 12 },
}

const toolIcons: readonly [RegExp, IconName][] = [
  [/edit|patch|write|replace/i, 'pencil'],
  [/read|view|cat|open|notebook/i, 'file'],
  [/grep|glob|search|find|list|ls/i, 'search'],
  [/task|agent|delegate/i, 'branch'],
]

/** Icon and colour of a step; errors and sub-agents are told apart by theirs. */
export function lookOf(step: { kind: StepKind; tool: string | null; isError: boolean; agentDepth: number }): Look {
  const look = looks[step.kind]
  if (step.isError || step.kind === 'error') return { ...look, colour: 'var(--kind-error)', width: 30 }
  if (step.kind !== 'tool_call') return step.agentDepth > 0 ? { ...look, colour: 'var(--kind-subagent)' } : look
  const icon = toolIcons.find(([pattern]) => pattern.test(step.tool ?? ''))?.[1] ?? look.icon
  return { ...look, icon, colour: step.agentDepth > 0 || icon === 'branch' ? 'var(--kind-subagent)' : look.colour }
}

export const kindNames: Record<StepKind, string> = {
  system: 'system prompt',
  user: 'user',
  assistant: 'assistant',
  reasoning: 'reasoning',
  tool_call: 'tool call',
  tool_result: 'tool result',
  notice: 'notice',
  error: 'error',
  compaction: 'compaction',
  question: 'question',
  answer: 'answer',
  reference: 'reference',
  unknown: 'unknown',
}
