export interface OutputChunk {
  epoch: number
  seq: number
  stream: 'stdout' | 'stderr'
  text: string
  /** Number of its first line in the run's log, from 1. */
  firstLine: number
}

/** A line of output, or the place where a later attempt begins. */
export interface LogLine {
  key: string
  epoch: number
  /** Set where an attempt begins behind another: the epoch before. */
  after?: number
  number: number
  stream: 'stdout' | 'stderr'
  text: string
}

interface OpenLine {
  at: number
  raw: string
}

export interface Log {
  lines: readonly LogLine[]
  /** Per stream: the line without its newline yet, where it stands in `lines` and all that it wrote. */
  open: { stdout: OpenLine | null; stderr: OpenLine | null }
  /** Lines of this page's memory that were let go. */
  letGo: number
}

/** Older lines go: a page that is open for days must not grow without end. */
const maxLines = 50_000

export const emptyLog: Log = { lines: [], open: { stdout: null, stderr: null }, letGo: 0 }

/** A terminal shows of a line what came after its last carriage return. */
function asShown(text: string): string {
  const trimmed = text.endsWith('\r') ? text.slice(0, -1) : text
  return trimmed.slice(trimmed.lastIndexOf('\r') + 1)
}

/** Adds chunks in their order: an open line goes on where it stood, whatever the other stream wrote between. */
export function appendChunks(log: Log, chunks: readonly OutputChunk[]): Log {
  if (chunks.length === 0) return log
  const lines = [...log.lines]
  const open = { ...log.open }
  for (const { stream, text, firstLine, epoch, seq } of chunks) {
    const last = lines.at(-1)
    if (last !== undefined && last.epoch !== epoch) {
      // What the attempt before left open, nobody goes on with.
      open.stdout = null
      open.stderr = null
      lines.push({ key: `${epoch}`, epoch, after: last.epoch, number: 0, stream: 'stdout', text: '' })
    }
    const parts = text.split('\n')
    const complete = parts.at(-1) === ''
    if (complete) parts.pop()
    parts.forEach((part, i) => {
      const before = i === 0 ? open[stream] : null
      const raw = (before?.raw ?? '') + part
      const at = before?.at ?? lines.length
      const old = lines[at]
      lines[at] = old
        ? { ...old, text: asShown(raw) }
        : { key: `${epoch}.${seq}.${i}`, epoch, number: firstLine + i, stream, text: asShown(raw) }
      open[stream] = i === parts.length - 1 && !complete ? { at, raw } : null
    })
  }
  const over = Math.max(0, lines.length - maxLines)
  if (over === 0) return { lines, open, letGo: log.letGo }
  const moved = (line: OpenLine | null) => (line === null || line.at < over ? null : { ...line, at: line.at - over })
  return {
    lines: lines.slice(over),
    open: { stdout: moved(open.stdout), stderr: moved(open.stderr) },
    letGo: log.letGo + over,
  }
}
