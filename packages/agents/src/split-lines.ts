/** Lines longer than this are no events but a tool's output gone astray; what is beyond it is dropped. */
const maxLineChars = 16 * 1024 * 1024

export interface LineSplitter {
  /** The lines that these bytes completed. */
  push(bytes: Uint8Array): string[]
  /** What stands after the last line break. */
  rest(): string
}

/** Cuts a byte stream into lines; a character may be split between two reads. */
export function splitLines(): LineSplitter {
  const decoder = new TextDecoder()
  let pending = ''
  return {
    push(bytes) {
      const pieces = decoder.decode(bytes, { stream: true }).split('\n')
      const last = pieces.pop() ?? ''
      const lines = pieces.map((piece, index) => (index === 0 ? pending + piece : piece))
      pending = (lines.length > 0 ? last : pending + last).slice(0, maxLineChars)
      return lines
    },
    rest() {
      const rest = pending + decoder.decode()
      pending = ''
      return rest
    },
  }
}
