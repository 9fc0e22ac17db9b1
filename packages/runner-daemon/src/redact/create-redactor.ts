/** Shorter values are no secrets: hiding every "1" would hide everything. */
export const shortestSecret = 6

export const mark = Buffer.from('[redacted]')

export interface Redactor {
  /** `bytes` without any known secret. */
  redact(bytes: Buffer): Buffer
  text(text: string): string
  /** The largest cut ≤ `cut` of `bytes` that splits no secret, whatever follows. */
  safeCut(bytes: Buffer, cut: number): number
}

/**
 * Finds secret values, each line of those with several, and their base64 and URL-encoded forms. Base64 of a text
 * that contains a secret depends on where it stands: the part that is the same at each of the three offsets counts.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const needles = [...new Set(secrets.flatMap(formsOf))]
    .sort((a, b) => b.length - a.length)
    .map((text) => Buffer.from(text))
  const redact = (bytes: Buffer) =>
    needles.some((needle) => bytes.includes(needle)) ? replaceAll(bytes, needles) : bytes
  return {
    redact,
    text: (text) => redact(Buffer.from(text)).toString(),
    safeCut: (bytes, cut) => safeCut(bytes, cut, needles),
  }
}

function formsOf(secret: string): string[] {
  const values = [secret, ...secret.split(/\r?\n/)].map((value) => value.trim())
  return values
    .filter((value) => value.length >= shortestSecret)
    .flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...base64Forms(value)])
}

function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  const forms: string[] = []
  for (const before of [0, 1, 2]) {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first characters mix in what stands before, the last ones what follows.
    const from = before === 0 ? 0 : before + 1
    const to = Math.floor(((before + bytes.length) * 8) / 6)
    const stable = whole.slice(from, to)
    if (stable.length >= shortestSecret) forms.push(stable, stable.replaceAll('+', '-').replaceAll('/', '_'))
  }
  return forms
}

function replaceAll(bytes: Buffer, needles: Buffer[]): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (;;) {
    const next = first(bytes, from, needles)
    if (!next) break
    parts.push(bytes.subarray(from, next.at), mark)
    from = next.at + next.length
  }
  parts.push(bytes.subarray(from))
  return Buffer.concat(parts)
}

function first(bytes: Buffer, from: number, needles: Buffer[]): { at: number; length: number } | null {
  let best: { at: number; length: number } | null = null
  for (const needle of needles) {
    const at = bytes.indexOf(needle, from)
    if (at !== -1 && (best === null || at < best.at)) best = { at, length: needle.length }
  }
  return best
}

function safeCut(bytes: Buffer, cut: number, needles: Buffer[]): number {
  for (let moved = true; moved; ) {
    moved = false
    for (const needle of needles) {
      for (let start = Math.max(0, cut - needle.length + 1); start < cut; start++) {
        const seen = Math.min(needle.length, bytes.length - start)
        if (bytes.compare(needle, 0, seen, start, start + seen) !== 0) continue
        cut = start
        moved = true
        break
      }
    }
  }
  return cut
}
