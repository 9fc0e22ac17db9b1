/** pino's number for `error`; above it stands only `fatal` (60). The web program writes the word. */
const ERROR_LEVEL = 50
const ERROR_WORDS = ['error', 'fatal']

/** What a line of a child's log should tell the operator at once: the message of a JSON line at level error or above. */
export function spotError(line: string): string | null {
  if (!line.startsWith('{')) return null
  try {
    const { level, msg, err, error } = JSON.parse(line)
    const isError = typeof level === 'number' ? level >= ERROR_LEVEL : ERROR_WORDS.includes(level)
    if (!isError) return null
    const text = msg ?? err?.message ?? error ?? 'an error without a message'
    // The first line says what; the rest is a stack, which the log keeps.
    return String(text).split('\n', 1)[0] ?? ''
  } catch {
    return null
  }
}
