export type Event = Record<string, unknown>

/** The object of a JSON line; null for anything else that stands on a line. */
export function readEvent(line: string): Event | null {
  if (!line.startsWith('{')) return null
  try {
    return record(JSON.parse(line))
  } catch {
    return null
  }
}

export function record(value: unknown): Event | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Event) : null
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** A count of tokens or dollars: never negative, never NaN. */
export function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
