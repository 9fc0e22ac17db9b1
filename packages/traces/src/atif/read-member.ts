import { locatorOf, readAsJson, readContent } from '../content/read-content.ts'
import type { StepDraft } from '../reader/reader.ts'
import { arrayOf, type JsonObject, numberOf, objectOf, stringOf, textOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import { type AtifMemory, agentPathOf, type Trajectory } from './memory.ts'
import { readTotalUsage } from './read-metrics.ts'

/** Members of a trajectory besides its steps: what they say, if it is more than an id. */
export function readMember(
  key: string,
  value: unknown,
  source: SourceValue,
  trajectory: Trajectory,
  memory: AtifMemory,
): StepDraft[] {
  switch (key) {
    case 'schema_version':
      return []
    case 'session_id':
      trajectory.sessionId = stringOf(value) ?? null
      return []
    case 'trajectory_id':
      trajectory.trajectoryId = stringOf(value) ?? null
      return []
    default:
      return value === null
        ? []
        : [{ agentPath: agentPathOf(trajectory, memory), ...readStatement(key, value, source, trajectory) }]
  }
}

function readStatement(key: string, value: unknown, source: SourceValue, trajectory: Trajectory): StepDraft {
  switch (key) {
    case 'agent':
      return readAgent(objectOf(value), trajectory)
    case 'notes':
      return { kind: 'notice', ...readContent(value, source) }
    case 'final_metrics':
      return readFinalMetrics(objectOf(value), trajectory)
    case 'continued_trajectory_ref': {
      const path = textOf(value)
      const media = [{ mediaType: 'application/json', bytes: 0, locator: locatorOf(path) }]
      return { kind: 'reference', text: `Goes on in ${path}`, media }
    }
    case 'extra':
      return { kind: 'notice', ...readAsJson(value, source) }
    default: {
      const { text, media } = readAsJson(value, source)
      return { kind: 'unknown', text: `${key}: ${text}`, media }
    }
  }
}

function readAgent(agent: JsonObject, trajectory: Trajectory): StepDraft {
  trajectory.name = stringOf(agent.name) ?? null
  trajectory.model = stringOf(agent.model_name) ?? null
  const tools = arrayOf(agent.tool_definitions).map((tool) => {
    const definition = objectOf(tool)
    return stringOf(definition.name) ?? stringOf(objectOf(definition.function).name) ?? '?'
  })
  const text = [
    `Agent: ${trajectory.name ?? 'unknown'} ${stringOf(agent.version) ?? ''}`.trim(),
    trajectory.model === null ? '' : `Model: ${trajectory.model}`,
    tools.length === 0 ? '' : `Tools: ${tools.join(', ')}`,
  ]
  return {
    kind: 'system',
    text: text.filter((line) => line !== '').join('\n'),
    ...(trajectory.model === null ? {} : { model: trajectory.model }),
  }
}

function readFinalMetrics(metrics: JsonObject, trajectory: Trajectory): StepDraft {
  const usage = readTotalUsage(metrics, trajectory)
  const cost = numberOf(metrics.total_cost_usd)
  const text = [
    `Totals: ${numberOf(metrics.total_prompt_tokens) ?? '?'} tokens in (${numberOf(metrics.total_cached_tokens) ?? 0} cached)`,
    `${numberOf(metrics.total_completion_tokens) ?? '?'} out`,
    cost === undefined ? 'cost unknown' : `$${cost}`,
  ].join(' · ')
  return { kind: 'notice', text, ...(usage ? { usage } : {}) }
}
