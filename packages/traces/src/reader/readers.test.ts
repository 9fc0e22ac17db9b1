import { type TraceFormat, traceFormats } from '@paddock/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildSkeleton } from '../chunk/build-skeleton.ts'
import { decodeBody } from '../chunk/decode-chunk.ts'
import { encodeChunk } from '../chunk/encode-chunk.ts'
import { garbageLog } from '../fixtures/garbage-log.ts'
import { logOf, readPieces, readResumed, readWhole } from '../fixtures/read-log.ts'
import { sniffFormat } from '../sniff/sniff-format.ts'
import { openReader, resumeReader } from './open-reader.ts'

const cuts = fc.array(fc.nat(4_000), { maxLength: 12 })

const within = (positions: number[], bytes: Uint8Array): number[] =>
  positions.filter((position) => position <= bytes.length).sort((a, b) => a - b)

describe.each(traceFormats)('the %s reader', (format: TraceFormat) => {
  it('reads garbage in any pieces to the same steps', () => {
    fc.assert(
      fc.property(garbageLog, cuts, (bytes, positions) => {
        const whole = readWhole(format, bytes)
        expect(readPieces(format, bytes, within(positions, bytes))).toEqual(whole)
        expect(readResumed(format, bytes, within(positions, bytes))).toEqual(whole)
      }),
    )
  })

  it('makes steps of garbage that number on, lie inside the log, and can be stored', () => {
    fc.assert(
      fc.property(garbageLog, (bytes) => {
        const steps = readWhole(format, bytes)
        expect(steps.map((step) => step.index)).toEqual(steps.map((_, position) => position))
        for (const { raw } of steps) expect(raw.offset + raw.length).toBeLessThanOrEqual(bytes.length)
        if (steps.length === 0) return
        expect(decodeBody(encodeChunk(steps).body)).toEqual(JSON.parse(JSON.stringify(steps)))
        for (const step of steps) expect(buildSkeleton(step).length).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('gives nothing for an empty log', () => {
    expect(readWhole(format, new Uint8Array())).toEqual([])
  })
})

it('sniffs garbage without throwing', () => {
  fc.assert(
    fc.property(garbageLog, (bytes) => {
      expect(traceFormats).toContain(sniffFormat(bytes))
    }),
  )
})

it('refuses to resume from a state of another format', () => {
  const state = openReader('claude-stream').state()
  expect(() => resumeReader('atif', state)).toThrow('no state of a atif reader')
  expect(() => resumeReader('atif', null)).toThrow('open the log anew')
})

it('decodes a character that two reads share', () => {
  const log = logOf({
    type: 'assistant',
    session_id: 's',
    message: { id: 'm', content: [{ type: 'text', text: 'né 🐎' }] },
  })
  const steps = readPieces(
    'claude-stream',
    log,
    Array.from({ length: log.length }, (_, at) => at),
  )
  expect(steps.map((step) => step.text)).toEqual(['né 🐎'])
})

it('keeps a line of invalid UTF-8', () => {
  const [step] = readWhole('claude-stream', Buffer.from([0x41, 0xff, 0xfe, 0x42, 0x0a]))
  expect(step).toMatchObject({ kind: 'notice', text: 'A\ufffd\ufffdB' })
})

it('reads a log of Windows, with its mark and line ends', () => {
  const log = Buffer.from('\ufeff{"type":"thread.started","thread_id":"t"}\r\n\r\nplain\r\n')
  expect(readWhole(sniffFormat(log), log).map((step) => [step.kind, step.text])).toEqual([
    ['system', 'Session: t'],
    ['notice', 'plain'],
  ])
})
