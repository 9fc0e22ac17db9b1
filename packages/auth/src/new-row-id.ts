import { generateRandomString } from 'better-auth/crypto'

/** An id of the shape that the auth library gives its own rows. */
export function newRowId(): string {
  return generateRandomString(32, 'a-z', 'A-Z', '0-9')
}
