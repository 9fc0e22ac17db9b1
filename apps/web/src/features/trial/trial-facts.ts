import type { Termination, TrialPhase } from '@paddock/domain'
import type { Shape } from '#/components/glyph.tsx'
import type { Outputs } from '#/trpc/outputs.ts'

export type TrialDetail = Outputs['trials']['get']

const shapes: Record<Termination, Shape> = {
  completed: 'pass',
  agent_timeout: 'limit',
  agent_error: 'error',
  limit: 'limit',
  verifier_error: 'error',
  infra_error: 'error',
  cancelled: 'cancelled',
  running: 'running',
}

export function terminationShape(termination: Termination): Shape {
  return shapes[termination]
}

/** How verdict and termination go together, in a sentence: they are separate facts. */
export function outcomeWords(trial: Pick<TrialDetail, 'verdict' | 'termination' | 'status' | 'errorType'>): string {
  const { verdict, termination, status } = trial
  if (termination === 'running') return 'The verdict comes when the agent has ended and its work was checked.'
  if (verdict === 'none') {
    switch (termination) {
      case 'infra_error':
      case 'verifier_error':
        return 'Nobody could tell, through no fault of the agent: it is left out of the conditional rate, and a failure in the strict one.'
      case 'cancelled':
        return 'It was stopped before anybody could tell: it is left out of the conditional rate.'
      default:
        return 'Without a verdict, an ending of the agent’s own counts as a failure.'
    }
  }
  const despite = termination !== 'completed'
  const shown = status === 'error' ? ' The status shown is error, as an exception beats a reward.' : ''
  if (!despite)
    return verdict === 'pass' ? `The task’s check passed.${shown}` : `The task’s check did not pass.${shown}`
  return `It ended by ${termination.replaceAll('_', ' ')}, yet was checked. Both facts count: the pass rate takes the verdict.${shown}`
}

export interface PhaseSpan {
  name: string
  title: string
  /** Null: not ended. */
  ms: number | null
  started: boolean
}

/** Phases in their order, by how long each took. */
export function phaseSpans(phases: readonly TrialPhase[]): PhaseSpan[] {
  return phases.map(({ name, startedAt, finishedAt }) => ({
    name,
    title: name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('_', ' '),
    ms: startedAt === null || finishedAt === null ? null : Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)),
    started: startedAt !== null,
  }))
}
