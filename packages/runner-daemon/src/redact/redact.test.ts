import { expect, test } from 'vitest'
import { createRedactor } from './create-redactor.ts'
import { redactStream } from './redact-stream.ts'

const secret = 'sk-test-Ä/+9876543210'
const redactor = createRedactor([secret])

async function through(pieces: Buffer[]): Promise<string> {
  async function* source() {
    yield* pieces
  }
  const parts: Uint8Array[] = []
  for await (const part of redactStream(source(), redactor)) parts.push(part)
  return Buffer.concat(parts).toString()
}

test('a secret split between two pieces at any byte is not seen', async () => {
  const whole = Buffer.from(`before ${secret} after, and a prefix sk-test at the end: sk-test-`)
  for (let at = 1; at < whole.length; at++) {
    expect(await through([whole.subarray(0, at), whole.subarray(at)])).toBe(
      'before [redacted] after, and a prefix sk-test at the end: sk-test-',
    )
  }
})

test('a secret in pieces of one byte is not seen', async () => {
  const whole = Buffer.from(`x${secret}y`)
  expect(await through([...whole].map((byte) => Buffer.from([byte])))).toBe('x[redacted]y')
})

test('base64 of a text with the secret is not readable, wherever the secret stands in it', () => {
  for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from(`${before}${secret}:tail`).toString(encoding)
      const shown = redactor.text(`Authorization: Basic ${encoded}`)
      expect(Buffer.from(shown, encoding).toString()).not.toContain(secret.slice(4, 12))
      expect(shown).toContain('[redacted]')
    }
  }
})

test('URL-encoded and JSON-escaped forms are secrets too', () => {
  expect(redactor.text(`?key=${encodeURIComponent(secret)}&x`)).toBe('?key=[redacted]&x')
  expect(createRedactor(['with"quote-and-more']).text(JSON.stringify('with"quote-and-more'))).toBe('"[redacted]"')
})

test('each line of a secret with several is one', () => {
  const key = createRedactor(['-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----\n'])
  expect(key.text('log: MIIEvQIBADANBg')).toBe('log: [redacted]')
})

test('a value too short to be a secret hides nothing', () => {
  expect(createRedactor(['1', '']).text('1 of 10')).toBe('1 of 10')
})
