import type { StepMedia } from '@paddock/domain'
import { isoTime, millisecondsBetween } from '../content/iso-time.ts'
import { answerCall, rememberCall } from '../content/open-calls.ts'
import { locatorOf, partsOf, readArguments, readContent } from '../content/read-content.ts'
import type { StepDraft } from '../reader/reader.ts'
import { type JsonObject, numberOf, objectOf, stringOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import { type AtifMemory, agentPathOf, type Trajectory } from './memory.ts'
import { readStepUsage } from './read-metrics.ts'

type Place = Pick<StepDraft, 'at' | 'agentPath' | 'model'>

/** Steps of one ATIF step: its reasoning, its message, its calls, their results, the sub-agents they refer to. */
export function readStep(
  step: JsonObject,
  source: SourceValue,
  trajectory: Trajectory,
  memory: AtifMemory,
): StepDraft[] {
  const at = isoTime(step.timestamp)
  const agentPath = agentPathOf(trajectory, memory)
  const isAgent = step.source === 'agent'
  const model = stringOf(step.model_name) ?? (isAgent ? trajectory.model : null) ?? undefined
  const place: Place = { agentPath, ...(at ? { at } : {}), ...(model && isAgent ? { model } : {}) }
  const results = partsOf(objectOf(step.observation).results)

  const drafts: StepDraft[] = []
  const reasoning = readContent(step.reasoning_content, source)
  if (reasoning.text !== '')
    drafts.push({ kind: 'reasoning', ...place, reasoning: reasoning.text, media: reasoning.media })
  const message = readContent(step.message, source)
  // Writers that have one step for a result repeat it as the message.
  const isRepeated = results.some((result) => readContent(result.content, source).text === message.text)
  if ((message.text !== '' || message.media.length > 0) && !isRepeated) {
    drafts.push({ kind: kindOf(step.source), ...place, ...message })
  }
  for (const call of partsOf(step.tool_calls)) drafts.push(readCall(call, place, source, memory))
  for (const result of results) drafts.push(...readResult(result, step, place, source, memory))
  if (drafts.length === 0) drafts.push({ kind: kindOf(step.source), ...place, ...message })

  const usage = readStepUsage(step, trajectory)
  if (usage && drafts[0]) drafts[0] = { ...drafts[0], usage }
  return drafts
}

function kindOf(source: unknown): 'system' | 'user' | 'assistant' | 'unknown' {
  if (source === 'agent') return 'assistant'
  return source === 'system' || source === 'user' ? source : 'unknown'
}

function readCall(call: JsonObject, place: Place, source: SourceValue, memory: AtifMemory): StepDraft {
  const name = stringOf(call.function_name) ?? 'unknown'
  const callId = stringOf(call.tool_call_id) ?? null
  const media: StepMedia[] = []
  const known = { name, path: place.agentPath ?? [], ...(place.at === undefined ? {} : { at: place.at }) }
  rememberCall(memory.calls, callId, known)
  return {
    kind: 'tool_call',
    ...place,
    tool: { name, callId, arguments: readArguments(call.arguments, source, media) },
    media,
  }
}

function readResult(
  result: JsonObject,
  step: JsonObject,
  place: Place,
  source: SourceValue,
  memory: AtifMemory,
): StepDraft[] {
  const extra = { ...objectOf(step.extra), ...objectOf(result.extra) }
  const callId = stringOf(result.source_call_id) ?? stringOf(extra.tool_call_id) ?? null
  const call = answerCall(memory.calls, callId)
  const references = partsOf(result.subagent_trajectory_ref)
  const drafts: StepDraft[] = []
  if (result.content !== null && result.content !== undefined) {
    const { text, media } = readContent(result.content, source)
    const durationMs = numberOf(extra.exec_duration_ms) ?? durationOf(call?.at, place.at)
    drafts.push({
      kind: 'tool_result',
      ...withoutModel(place),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(call ? { tool: { name: call.name, callId } } : {}),
      result: { callId, isError: extra.isError === true || extra.is_error === true, content: text },
      media,
    })
  }
  for (const reference of references) drafts.push(readReference(reference, callId, place, memory))
  if (drafts.length === 0) {
    drafts.push({ kind: 'tool_result', ...withoutModel(place), result: { callId, isError: false, content: '' } })
  }
  return drafts
}

/** A call and its result that stand in one step have one time, which is no duration. */
function durationOf(from: string | undefined, to: string | undefined): number | undefined {
  return from === to ? undefined : millisecondsBetween(from, to)
}

const rememberedReferences = 1_000

/** A sub-agent's trajectory: embedded further down, or a file beside this one. */
function readReference(reference: JsonObject, callId: string | null, place: Place, memory: AtifMemory): StepDraft {
  const path = stringOf(reference.trajectory_path)
  const id = stringOf(reference.trajectory_id) ?? stringOf(reference.session_id)
  const summary = stringOf(objectOf(reference.extra).summary)
  if (id !== undefined) {
    const nested = [...(place.agentPath ?? []), callId ?? id]
    memory.references = [...memory.references.slice(1 - rememberedReferences), [id, nested]]
  }
  return {
    kind: 'reference',
    ...withoutModel(place),
    text: `Sub-agent${summary ? `: ${summary}` : ''} (${path ?? id ?? 'not named'})`,
    media: path === undefined ? [] : [{ mediaType: 'application/json', bytes: 0, locator: locatorOf(path) }],
  }
}

function withoutModel(place: Place): Place {
  return { agentPath: place.agentPath ?? [], ...(place.at === undefined ? {} : { at: place.at }) }
}
