import type { LineFormat } from '../reader/line-reader.ts'
import type { StepDraft } from '../reader/reader.ts'
import { parseJson } from '../source/parse-json.ts'
import { rawText, type SourceValue } from '../source/source-value.ts'
import { type Heading, readHeading } from './read-heading.ts'

/** A section that grows beyond this goes on in another step. Characters. */
const sectionChars = 256 * 1024

interface Section extends Heading {
  offset: number
  end: number
  text: string
  /** The fence that is open, as it was written; headings inside it are text. */
  fence: string | null
}

export interface MarkdownMemory {
  section: Section | null
  /** Sections open after an empty line only, so that fewer lines of somebody's text look like one. */
  afterBlank: boolean
  /** Name of the last call: the section of its result does not repeat it. */
  tool: string | null
}

/**
 * A conversation in Markdown, as the edit benchmark dumps it: a section a message, its body as it is or in a fence.
 * What stands before the first section becomes a system step.
 */
export const markdownFormat: LineFormat<MarkdownMemory> = {
  format: 'markdown-conversation',
  lines: 'text',
  begin: () => ({ section: null, afterBlank: true, tool: null }),
  read: readLine,
  finish: closeSection,
}

function readLine(line: SourceValue, memory: MarkdownMemory): StepDraft[] {
  const text = rawText(line).replace(/\r$/, '')
  const heading = memory.section?.fence || !memory.afterBlank ? null : readHeading(text)
  memory.afterBlank = text.trim() === ''
  if (heading) {
    const closed = closeSection(memory)
    memory.section = { ...heading, offset: line.offset, end: endOf(line), text: '', fence: null }
    return closed
  }
  const section = memory.section ?? { ...before, offset: line.offset, end: 0, text: '', fence: null }
  memory.section = section
  section.text += `${text}\n`
  section.end = endOf(line)
  section.fence = fenceAfter(text, section.fence)
  if (section.text.length < sectionChars) return []
  const closed = closeSection(memory)
  memory.section = { ...section, offset: section.end, text: '' }
  return closed
}

const before: Heading = { kind: 'system', tool: null, isError: false, title: null }

function endOf(line: SourceValue): number {
  return line.offset + line.length
}

/** The fence that is open after a line: a closing one is at least as long and has nothing behind it. */
function fenceAfter(text: string, open: string | null): string | null {
  const found = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(text)
  const marks = found?.[1]
  if (marks === undefined) return open
  if (open === null) return marks
  const closes = marks[0] === open[0] && marks.length >= open.length && found?.[2]?.trim() === ''
  return closes ? null : open
}

function closeSection(memory: MarkdownMemory): StepDraft[] {
  const { section } = memory
  memory.section = null
  if (!section) return []
  const body = section.text.replace(/^\n+|\s+$/g, '')
  // Nothing before the first heading.
  if (body === '' && section.kind === 'system') return []
  const raw = { offset: section.offset, length: section.end - section.offset }
  return [{ raw, ...readBody(section, body, memory) }]
}

function readBody(section: Section, body: string, memory: MarkdownMemory): StepDraft {
  const { kind, isError, title } = section
  if (title !== null) return { kind, text: `${title}\n\n${body}` }
  const text = withoutFence(body)
  if (kind === 'tool_call') {
    const name = section.tool ?? 'unknown'
    memory.tool = name
    return { kind, tool: { name, callId: null, arguments: parseJson(text)?.value ?? text } }
  }
  if (kind === 'tool_result') {
    const name = section.tool ?? memory.tool
    const result = { callId: null, isError, content: text }
    return name === null ? { kind, result } : { kind, tool: { name, callId: null }, result }
  }
  return kind === 'reasoning' ? { kind, reasoning: text } : { kind, text }
}

/** A body that is one fenced block and nothing else, without its fence. */
function withoutFence(text: string): string {
  const found = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*)\n\1$/.exec(text)
  const marks = found?.[1]
  const body = found?.[2]
  if (marks === undefined || body === undefined) return text
  return body.split('\n').some((line) => line.startsWith(marks)) ? text : body
}
