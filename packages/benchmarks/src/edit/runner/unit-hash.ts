import { createHash } from 'node:crypto'

/** A number in [0, 1) that depends on the parts alone: the first 48 bits of their SHA-256. */
export function unitHash(...parts: (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUIntBE(0, 6) / 2 ** 48
}
