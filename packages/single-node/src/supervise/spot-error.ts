/** pino's number for `error`; above it stands only `fatal` (60). */
const ERROR_LEVEL = 50

/** What a line of a child's log should tell the operator at once: the message of a JSON line at level error or above. */
export function spotError(line: string): string | null {
  if (!line.startsWith('{')) return null
  try {
    const entry = JSON.parse(line)
    if (typeof entry.level !== 'number' || entry.level < ERROR_LEVEL) return null
    return String(entry.msg ?? entry.err?.message ?? 'an error without a message')
  } catch {
    return null
  }
}
