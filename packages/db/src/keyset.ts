type Kind = 'string' | 'number'
type Values<K extends readonly Kind[]> = { -readonly [I in keyof K]: K[I] extends 'string' ? string : number }

/** Where a page ended, as an opaque text for the client to hand back. */
export function writeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Null: from the start. A cursor that this list did not write throws a RangeError. */
export function readCursor<const K extends readonly Kind[]>(
  cursor: string | null | undefined,
  kinds: K,
): Values<K> | null {
  if (cursor == null) return null
  const values = parse(cursor)
  const fits =
    Array.isArray(values) && values.length === kinds.length && kinds.every((kind, i) => typeof values[i] === kind)
  if (!fits) throw new RangeError('this cursor is not of this list')
  return values as Values<K>
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}
