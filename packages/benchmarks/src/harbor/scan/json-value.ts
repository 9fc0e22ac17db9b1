/** Harbor's files are read leniently: forks add keys, versions drop them, and a wrong type is an absent value. */
export type JsonObject = Record<string, unknown>

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function asFinite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A count or an amount: what is below zero is a mistake of the writer, and reads as zero. */
export function asAmount(value: unknown): number | null {
  const amount = asFinite(value)
  return amount === null ? null : Math.max(0, amount)
}

/** The objects in an array; what else stands in it is dropped. */
export function asObjects(value: unknown): JsonObject[] {
  return asArray(value)
    .map(asObject)
    .filter((entry) => entry !== null)
}
