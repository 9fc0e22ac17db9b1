import type { Redactor } from './create-redactor.ts'

/** The same bytes without secrets, also where one is split between two pieces. */
export async function* redactStream(
  content: AsyncIterable<Uint8Array>,
  redactor: Redactor,
): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of content) {
    held = held.length === 0 ? Buffer.from(piece) : Buffer.concat([held, piece])
    const cut = redactor.safeCut(held, held.length)
    if (cut > 0) yield redactor.redact(held.subarray(0, cut))
    held = held.subarray(cut)
  }
  if (held.length > 0) yield redactor.redact(held)
}
