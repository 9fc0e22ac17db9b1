import { isoTime } from '../content/iso-time.ts'
import { readContent } from '../content/read-content.ts'
import type { StepDraft } from '../reader/reader.ts'
import { arrayOf, type JsonObject, numberOf, objectOf, stringOf, textOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import type { ClaudeMemory } from './memory.ts'
import { readRunUsage } from './read-usage.ts'

/** How much of the last text is compared with the one that `result` repeats. Characters. */
export const comparedChars = 500

/** The step of the `result` event: how the run ended, what it took, and its text when nobody said it before. */
export function readResult(event: JsonObject, source: SourceValue, memory: ClaudeMemory): StepDraft {
  const usage = readRunUsage(event, memory)
  const at = isoTime(event.timestamp)
  const durationMs = numberOf(event.duration_ms)
  const said = readContent(event.result, source)
  const last = memory.lastText
  const isRepeated = last?.length === said.text.length && said.text.startsWith(last.beginning)
  const errors = [...arrayOf(event.errors).map(textOf), ...errorOf(event)]
  const text = [summary(event), ...errors, isRepeated ? '' : said.text].filter((line) => line !== '').join('\n')
  return {
    kind: event.is_error === true ? 'error' : 'notice',
    ...(at === undefined ? {} : { at }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(usage === undefined ? {} : { usage }),
    text,
    media: said.media,
  }
}

function summary(event: JsonObject): string {
  const turns = numberOf(event.num_turns)
  const cost = numberOf(event.total_cost_usd)
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } = objectOf(event.usage)
  const denials = arrayOf(event.permission_denials).length
  return [
    `Result: ${event.is_error === true && event.subtype === 'success' ? 'error' : textOf(event.subtype)}`,
    turns === undefined ? '' : `${turns} turns`,
    numberOf(output_tokens) === undefined
      ? ''
      : `tokens: ${numberOf(input_tokens) ?? 0} in, ${numberOf(cache_read_input_tokens) ?? 0} read from and ${numberOf(cache_creation_input_tokens) ?? 0} written to the cache, ${textOf(output_tokens)} out`,
    cost === undefined ? 'cost unknown' : `$${cost} so far in the session`,
    denials === 0 ? '' : `${denials} permission denials`,
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}

function errorOf(event: JsonObject): string[] {
  const error = stringOf(event.error) ?? stringOf(objectOf(event.error).message)
  return error === undefined ? [] : [error]
}
