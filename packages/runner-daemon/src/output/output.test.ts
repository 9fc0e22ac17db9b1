import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logPath, type RunRecord, recordOf } from '../process/run-record.ts'
import { createRedactor } from '../redact/create-redactor.ts'
import { capLog, readCappedLog, readHole } from './cap-log.ts'
import { type LogPosition, nextPiece, samePiece, skipTo } from './follow-log.ts'

let base: string
let record: RunRecord
let path: string
const start: LogPosition = { offset: 0, line: 1 }
const nothingHidden = createRedactor([])

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'paddock-output-'))
  record = recordOf(base, 'routput', 1)
  mkdirSync(record.directory, { recursive: true })
  path = logPath(record, 'stdout')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function follow(appends: Buffer[], redactor = nothingHidden): Promise<string[]> {
  const texts: string[] = []
  let position = start
  const drain = async (rest: 'keep' | 'send') => {
    for (;;) {
      const piece = await nextPiece(path, position, { redactor, rest })
      if (piece === null) return
      texts.push(piece.text)
      position = piece.to
    }
  }
  for (const bytes of appends) {
    appendFileSync(path, bytes)
    await drain('keep')
  }
  await drain('send')
  return texts
}

describe('following a log', () => {
  test('case 21: a character split between two writes arrives whole', async () => {
    const whole = Buffer.from('späte Grüße 🦄 and more\nsecond 🦄')
    for (let at = 1; at < whole.length; at++) {
      rmSync(path, { force: true })
      expect((await follow([whole.subarray(0, at), whole.subarray(at)])).join('')).toBe(whole.toString())
    }
  })

  test('whole lines go out; an open line waits until it is closed or nobody writes any more', async () => {
    expect(await follow([Buffer.from('one\ntw'), Buffer.from('o\nthree')])).toEqual(['one\n', 'two\n', 'three'])
  })

  test('a line without end is cut at a character boundary', async () => {
    const long = '🦄'.repeat(50_000)
    const texts = await follow([Buffer.from(`x${long}\nend\n`)])
    expect(texts.length).toBeGreaterThan(2)
    expect(texts.join('')).toBe(`x${long}\nend\n`)
    expect(texts.join('')).not.toContain('\uFFFD')
  })

  test('a secret is not seen, neither across two writes nor across the cut of a long line', async () => {
    const redactor = createRedactor(['sk-very-secret-value'])
    expect(await follow([Buffer.from('key sk-very-'), Buffer.from('secret-value ok\n')], redactor)).toEqual([
      'key [redacted] ok\n',
    ])
    for (const shift of [1, 10, 19]) {
      rmSync(path)
      const texts = await follow(
        [Buffer.from(`${'x'.repeat(64 * 1024 - shift)}sk-very-secret-value${'y'.repeat(100)}`)],
        redactor,
      )
      expect(texts.join('')).toBe(`${'x'.repeat(64 * 1024 - shift)}[redacted]${'y'.repeat(100)}`)
    }
  })

  test('bytes that are no UTF-8 become replacement characters, and do not stop what follows', async () => {
    expect((await follow([Buffer.from([0x61, 0xff, 0xfe, 0x0a]), Buffer.from('b\n')])).join('')).toBe(
      'a\uFFFD\uFFFD\nb\n',
    )
  })

  test('lines are counted, also those that are skipped', async () => {
    writeFileSync(path, Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}\n`).join(''))
    const position = await skipTo(path, start, 5_000)
    const piece = await nextPiece(path, position, { redactor: nothingHidden, rest: 'keep' })
    expect(piece?.text.split('\n')[0]).toBe(`line ${position.line}`)
    expect(piece?.to.line).toBe(1_001)
  })

  test('a piece that was announced is the same after a crash, whatever was written since', async () => {
    writeFileSync(path, 'one\ntwo\n')
    const piece = await nextPiece(path, start, { redactor: nothingHidden, rest: 'keep' })
    appendFileSync(path, 'three\n')
    expect(piece && (await samePiece(path, piece.from, piece.to, nothingHidden))).toEqual(piece)
  })
})

describe('a log over its cap', () => {
  test('case 23: keeps its beginning and its end, and counts what is missing, while its writer goes on', async () => {
    const line = (number: number) => `${String(number).padStart(9, '0')}\n`
    let number = 0
    const capBytes = 256 * 1024
    for (let round = 0; round < 40; round++) {
      appendFileSync(path, Array.from({ length: 5_000 }, () => line(number++)).join(''))
      expect(await capLog(record, 'stdout', capBytes)).not.toBe('impossible')
    }
    expect(statSync(path).blocks * 512).toBeLessThanOrEqual(capBytes + 3 * 4096)
    const hole = readHole(record, 'stdout')
    const kept = await text(readCappedLog(record, 'stdout'))
    expect(kept).toContain(`\n[${(hole?.to ?? 0) - (hole?.from ?? 0)} bytes elided]\n`)
    expect(kept.startsWith(line(0))).toBe(true)
    expect(kept.endsWith(line(number - 1))).toBe(true)
    const [head, tail] = kept.split(/\n\[\d+ bytes elided\]\n/) as [string, string]
    expect(head.length + tail.length + (hole?.to ?? 0) - (hole?.from ?? 0)).toBe(number * 10)
  })

  test('a log within its cap is as it was written', async () => {
    writeFileSync(path, 'short\n')
    expect(await capLog(record, 'stdout', 1_000_000)).toBe('within')
    expect(await text(readCappedLog(record, 'stdout'))).toBe('short\n')
  })
})
