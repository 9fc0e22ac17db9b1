/** People retype ids: no l, 0, 1, o. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'

const lengths = { run: 7, trial: 10, trace: 10, runner: 7, webhook: 10 } as const
const prefixes = { run: 'r', trial: 't', trace: 'x', runner: 'd', webhook: 'w' } as const
export type IdKind = keyof typeof lengths

/**
 * A new id such as `r7kq4mab`: one letter for the kind, then 5 random bits a character.
 * @param randomBytes a source of `n` random bytes, such as `crypto.randomBytes`
 */
export function newId(kind: IdKind, randomBytes: (n: number) => Uint8Array): string {
  let id: string = prefixes[kind]
  for (const byte of randomBytes(lengths[kind])) id += alphabet[byte % alphabet.length]
  return id
}
