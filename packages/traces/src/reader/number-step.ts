import type { Step } from '@paddock/domain'
import type { StepDraft } from './reader.ts'

/** The step of a draft: numbered, placed, and without empty lists. */
export function numberStep(draft: StepDraft, index: number, raw: Step['raw']): Step {
  const step: Step = { ...draft, index, agentPath: draft.agentPath ?? [], raw: draft.raw ?? raw }
  if (step.media?.length === 0) delete step.media
  return step
}
