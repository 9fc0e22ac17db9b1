import { markRests } from '../content/take-text.ts'
import { formatLocator } from '../source/locator.ts'
import { isObject, type JsonObject, parseJson } from '../source/parse-json.ts'
import { rawText, type SourceValue } from '../source/source-value.ts'
import type { StepDraft } from './reader.ts'

/** One event of a JSON-lines log. */
export type ReadEvent<Memory> = (event: JsonObject, source: SourceValue, memory: Memory) => StepDraft[]

/**
 * Lines that hold events. A line that is none (another stream mixed in, a last line that was cut) becomes a notice;
 * one too large to parse becomes unknown, with its beginning.
 */
export function readJsonLine<Memory>(line: SourceValue, memory: Memory, read: ReadEvent<Memory>): StepDraft[] {
  if (!line.parsable) return [unknownLine(line)]
  const parsed = parseJson(withoutMark(line))
  if (!parsed) return [noticeLine(line)]
  return isObject(parsed.value) ? read(parsed.value, line, memory) : [unknownLine(line)]
}

/** A line of which the format knows nothing: its raw text. */
export function unknownLine(line: SourceValue): StepDraft {
  return { kind: 'unknown', ...rawLine(line) }
}

/** A line that is text, not an event. */
export function noticeLine(line: SourceValue): StepDraft {
  return { kind: 'notice', ...rawLine(line) }
}

function rawLine(line: SourceValue): Pick<StepDraft, 'text' | 'media'> {
  const content = markRests(rawText(line).replace(/\r$/, ''), line)
  const { offset, length } = line
  if (length <= Buffer.byteLength(content.text) + 1) return content
  const locator = formatLocator({ from: 'bytes', offset, length, encoding: 'raw' })
  return { text: content.text, media: [{ mediaType: 'text/plain', bytes: length, locator }] }
}

/** Some tools on Windows begin a file with a byte order mark. */
function withoutMark(line: SourceValue): string {
  const text = line.bytes.toString('utf8')
  return line.offset === 0 && text.startsWith('\uFEFF') ? text.slice(1) : text
}
