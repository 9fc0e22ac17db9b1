const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i

/** ISO 8601 UTC from what logs write: such a string, one without a zone (taken as UTC), or Unix milliseconds. */
export function isoTime(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(hasZone.test(value) ? value : `${value}Z`) : value
  if (typeof time !== 'number' || !Number.isFinite(time) || Math.abs(time) > 8.64e15) return undefined
  return new Date(time).toISOString()
}

/** Milliseconds between two ISO times; absent when one is missing or they run backwards. */
export function millisecondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined
  const between = Date.parse(to) - Date.parse(from)
  return between >= 0 ? between : undefined
}
