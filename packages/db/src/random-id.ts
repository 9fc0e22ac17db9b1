import { randomBytes } from 'node:crypto'
import { type IdKind, newId } from '@paddock/domain'

/** An id that nobody can guess. Run ids are short for people's sake: an insert must bear that one exists already. */
export function randomId(kind: IdKind): string {
  return newId(kind, randomBytes)
}
