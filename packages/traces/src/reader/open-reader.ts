import type { TraceFormat } from '@paddock/domain'
import { openAtifReader } from '../atif/atif-reader.ts'
import { claudeFormat } from '../claude/claude-format.ts'
import { codexFormat } from '../codex/codex-format.ts'
import { markdownFormat } from '../markdown/markdown-format.ts'
import { piFormat } from '../pi/pi-format.ts'
import { openPlainTextReader } from '../plain/plain-text-reader.ts'
import { openLineReader } from './line-reader.ts'
import type { ReaderState, TraceReader } from './reader.ts'

/** A reader at the beginning of a log. A format that has no reader of its own is read as plain text. */
export function openReader(format: TraceFormat): TraceReader {
  return open(format)
}

/**
 * A reader that goes on where another stood. The next bytes pushed to it are those from `state.offset` on: what the
 * other had of an unfinished line is not kept in the state, but read again.
 * Throws when the state is of another format or version: the log is then read from its beginning.
 */
export function resumeReader(format: TraceFormat, state: unknown): TraceReader {
  const from = state as ReaderState | null
  if (from?.version !== 1 || from.format !== format) {
    throw new Error(`This is no state of a ${format} reader; open the log anew instead.`)
  }
  return open(format, from)
}

function open(format: TraceFormat, from?: ReaderState): TraceReader {
  switch (format) {
    case 'atif':
      return openAtifReader(from)
    case 'claude-stream':
      return openLineReader(claudeFormat, from)
    case 'codex-stream':
      return openLineReader(codexFormat, from)
    case 'pi-stream':
      return openLineReader(piFormat, from)
    case 'markdown-conversation':
      return openLineReader(markdownFormat, from)
    case 'gemini-stream':
    case 'opencode-stream':
    case 'inspect':
    case 'question-answer':
    case 'plain-text':
      return openPlainTextReader(format, from)
  }
}
