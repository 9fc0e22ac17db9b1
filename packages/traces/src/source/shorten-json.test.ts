import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logOf, readPieces, readWhole } from '../fixtures/read-log.ts'
import { keptStringBytes } from '../limits.ts'
import { decodeRange, parseLocator } from './locator.ts'

/** What a placeholder leads to in its log. */
function load(log: Buffer, locator: string | undefined): string {
  const found = parseLocator(locator ?? '')
  if (found?.from !== 'bytes') throw new Error(`not a byte range: ${locator}`)
  const bytes = decodeRange(found.encoding, log.subarray(found.offset, found.offset + found.length))
  return Buffer.from(bytes).toString('utf8')
}

const longText = 'é "quoted" 🐎\tand\u2028more\n'.repeat(60_000)
const longImage = Buffer.from('picture '.repeat(100_000)).toString('base64')
const shortImage = Buffer.from('a small picture').toString('base64')

const image = (data: string): object => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } })

it('leads to every string that was cut, and to what stands behind them', () => {
  const content = [{ type: 'text', text: longText }, image(longImage), { type: 'text', text: 'end' }, image(shortImage)]
  const event = { type: 'user', session_id: 's', message: { content: [{ type: 'tool_result', content }] } }
  const log = logOf('é first line', event)
  const [, step] = readWhole('claude-stream', log)
  const [text, long, short] = step?.media ?? []
  expect(load(log, text?.locator)).toBe(longText)
  expect(load(log, long?.locator)).toBe('picture '.repeat(100_000))
  expect(load(log, short?.locator)).toBe('a small picture')
  expect(step?.result?.content).toMatch(/^é "quoted" 🐎\tand[\s\S]*… \(cut here; \d+ bytes in all\)\nend$/)
  expect(step?.result?.content).not.toContain('\ufffd')
  expect(step?.result?.content.length).toBeLessThan(keptStringBytes + 100)
})

it('says in the arguments of a call what was left out', () => {
  const block = { type: 'tool_use', id: 't', name: 'Write', input: { path: 'a', content: longText, icon: longImage } }
  const log = logOf({ type: 'assistant', session_id: 's', message: { id: 'm', content: [block] } })
  const [step] = readWhole('claude-stream', log)
  expect(step?.tool?.arguments).toMatchObject({
    path: 'a',
    content: expect.stringContaining('(cut here; '),
    icon: expect.stringMatching(/^\(application\/octet-stream, \d+ bytes\)$/),
  })
  expect(step?.media?.map((medium) => load(log, medium.locator))).toEqual([longText, 'picture '.repeat(100_000)])
})

it('keeps a data URL as the medium that it holds', () => {
  const url = `data:image/gif;base64,${shortImage}`
  const log = logOf({
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: url }] },
  })
  const [step] = readWhole('codex-stream', log)
  expect(step?.media).toMatchObject([{ mediaType: 'image/gif', bytes: 15 }])
  expect(load(log, step?.media?.[0]?.locator)).toBe('a small picture')
})

it('shortens the same however a line is cut into reads', () => {
  const content = [{ type: 'text', text: longText }, image(longImage)]
  const log = logOf({ type: 'user', session_id: 's', message: { content: [{ type: 'tool_result', content }] } })
  const whole = readWhole('claude-stream', log)
  fc.assert(
    fc.property(fc.array(fc.nat(log.length), { maxLength: 20 }), (cuts) => {
      const ends = cuts.sort((a, b) => a - b)
      expect(readPieces('claude-stream', log, ends)).toEqual(whole)
    }),
    { numRuns: 20 },
  )
})
