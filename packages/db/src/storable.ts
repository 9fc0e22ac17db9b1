/** PostgreSQL refuses NUL in text, and UTF-8 has no lone surrogates: both become U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** The same for every string, and key, in a JSON value; numbers that JSON cannot carry become null. */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.map(storableJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [storableText(key), storableJson(member)]))
}
