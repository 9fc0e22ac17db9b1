import type { Step, StepSkeleton } from '@paddock/domain'

/** The entry of a step in its trace's skeleton. Tokens are those of its usage; the length is in UTF-16 units. */
export function buildSkeleton(step: Step): StepSkeleton {
  return {
    index: step.index,
    kind: step.kind,
    tool: step.tool?.name ?? null,
    length: lengthOf(step),
    tokens: tokensOf(step),
    at: step.at ?? null,
    isError: step.kind === 'error' || step.result?.isError === true,
    agentDepth: step.agentPath.length,
  }
}

/** Input (cached included) and output tokens of a step. */
function tokensOf(step: Step): number {
  return (step.usage?.input ?? 0) + (step.usage?.output ?? 0)
}

function lengthOf(step: Step): number {
  const call = step.tool?.arguments
  const callLength = call === undefined ? 0 : (JSON.stringify(call)?.length ?? 0)
  return (step.text?.length ?? 0) + (step.reasoning?.length ?? 0) + (step.result?.content.length ?? 0) + callLength
}
