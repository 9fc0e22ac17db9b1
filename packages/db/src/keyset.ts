/** `instant`: an ISO 8601 text; `number`: a PostgreSQL integer. */
type Kind = 'string' | 'instant' | 'number'
type Values<K extends readonly Kind[]> = { -readonly [I in keyof K]: K[I] extends 'number' ? number : string }

/** A cursor that the list did not write. */
export class InvalidCursor extends RangeError {
  override name = 'InvalidCursor'
}

/** Where a page ended, as an opaque text for the client to hand back. */
export function writeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Null: from the start. Throws InvalidCursor. */
export function readCursor<const K extends readonly Kind[]>(
  cursor: string | null | undefined,
  kinds: K,
): Values<K> | null {
  if (cursor == null) return null
  const values = parse(cursor)
  const fits =
    Array.isArray(values) && values.length === kinds.length && kinds.every((kind, i) => isOf(kind, values[i]))
  if (!fits) throw new InvalidCursor('this cursor is not of this list')
  return values as Values<K>
}

function isOf(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'number':
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31
    case 'instant':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
    case 'string':
      return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
  }
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}
