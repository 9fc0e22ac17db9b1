/** A stored piece of output. */
export interface OutputPiece {
  stream: 'stdout' | 'stderr'
  text: string
  firstLine: number
}

export interface Trimmed {
  /** Pieces at the front that are gone as a whole. */
  dropped: number
  /** What is left of the pieces after them that had to be cut, by their position. */
  cut: { position: number; text: string; firstLine: number }[]
  droppedBytes: number
}

/**
 * Takes at least `excess` UTF-8 bytes off the front of `pieces`, in whole lines of each stream. A line that is too long
 * to drop as a whole is cut at a character boundary.
 */
export function trimOutput(pieces: readonly OutputPiece[], excess: number): Trimmed {
  const trimmed: Trimmed = { dropped: 0, cut: [], droppedBytes: 0 }
  /** Streams whose line was begun in a piece that is gone. */
  const open = new Set<string>()
  for (const [position, piece] of pieces.entries()) {
    const missing = excess - trimmed.droppedBytes
    if (missing <= 0 && open.size === 0) break
    const bytes = Buffer.from(piece.text)
    const end = missing > 0 ? endOfLines(bytes, missing) : open.has(piece.stream) ? bytes.indexOf(newline) + 1 : 0
    if (end >= bytes.length && missing > 0) {
      trimmed.dropped = position + 1
      if (piece.text.endsWith('\n')) open.delete(piece.stream)
      else open.add(piece.stream)
    } else if (end > 0) {
      trimmed.cut.push(cutPiece(position, piece, bytes, end))
    }
    if (end < bytes.length || missing <= 0) open.delete(piece.stream)
    trimmed.droppedBytes += end
  }
  return trimmed
}

const newline = 0x0a

/** Where the line that holds byte `at − 1` ends; where none ends, the next character boundary. */
function endOfLines(bytes: Buffer, at: number): number {
  if (at >= bytes.length) return bytes.length
  const end = bytes.indexOf(newline, at - 1)
  if (end !== -1) return end + 1
  let boundary = at
  while (boundary < bytes.length && ((bytes[boundary] ?? 0) & 0xc0) === 0x80) boundary += 1
  return boundary
}

function cutPiece(position: number, piece: OutputPiece, bytes: Buffer, end: number): Trimmed['cut'][number] {
  const lines = bytes.subarray(0, end).filter((byte) => byte === newline).length
  return { position, text: bytes.subarray(end).toString(), firstLine: piece.firstLine + lines }
}
