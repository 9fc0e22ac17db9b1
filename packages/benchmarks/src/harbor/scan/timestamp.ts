const isoTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/

/** ISO 8601 UTC of a time that Harbor wrote; one without a zone is this machine's local time. Null: no such time. */
export function utcTime(value: unknown): string | null {
  if (typeof value !== 'string' || !isoTime.test(value)) return null
  const time = new Date(value.replace(' ', 'T'))
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Start and finish as Harbor wrote them; a finish before its start is unknown. */
export function utcSpan(from: unknown, to: unknown): { startedAt: string | null; finishedAt: string | null } {
  const startedAt = utcTime(from)
  const finishedAt = utcTime(to)
  return {
    startedAt,
    finishedAt: startedAt !== null && finishedAt !== null && finishedAt < startedAt ? null : finishedAt,
  }
}
