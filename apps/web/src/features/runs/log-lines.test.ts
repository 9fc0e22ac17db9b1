import { expect, it } from 'vitest'
import { appendChunks, emptyLog, type OutputChunk } from './log-lines.ts'

function chunk(seq: number, stream: 'stdout' | 'stderr', text: string, firstLine: number): OutputChunk {
  return { epoch: 1, seq, stream, text, firstLine }
}

it('numbers lines and goes on with an open line after the other stream wrote', () => {
  const log = appendChunks(emptyLog, [
    chunk(1, 'stdout', 'one\ntw', 1),
    chunk(2, 'stderr', 'oops\n', 1),
    chunk(3, 'stdout', 'o\nthree\n', 2),
  ])
  expect(log.lines.map((line) => [line.stream, line.number, line.text])).toEqual([
    ['stdout', 1, 'one'],
    ['stdout', 2, 'two'],
    ['stderr', 1, 'oops'],
    ['stdout', 3, 'three'],
  ])
})

it('shows of a progress bar its last state', () => {
  const log = appendChunks(emptyLog, [chunk(1, 'stdout', '10 %\r20 %\r', 1), chunk(2, 'stdout', '30 %\r\nend\n', 1)])
  expect(log.lines.map((line) => line.text)).toEqual(['30 %', 'end'])
})

it('lets old lines go and says how many', () => {
  const text = Array.from({ length: 50_003 }, (_, i) => `line ${i}\n`).join('')
  const log = appendChunks(emptyLog, [chunk(1, 'stdout', text, 1), chunk(2, 'stdout', 'open', 50_004)])
  expect(log.lines).toHaveLength(50_000)
  expect(log.letGo).toBe(4)
  const more = appendChunks(log, [chunk(3, 'stdout', ' shut\n', 50_004)])
  expect(more.lines.at(-1)?.text).toBe('open shut')
})

it('begins anew where another attempt does: its first line went on with what the one before had left open', () => {
  const log = appendChunks(emptyLog, [
    chunk(1, 'stdout', 'one\nhalf', 1),
    { ...chunk(1, 'stdout', 'again\n', 1), epoch: 2 },
  ])
  expect(log.lines.map((line) => [line.epoch, line.after, line.number, line.text])).toEqual([
    [1, undefined, 1, 'one'],
    [1, undefined, 2, 'half'],
    [2, 1, 0, ''],
    [2, undefined, 1, 'again'],
  ])
  expect(new Set(log.lines.map((line) => line.key)).size).toBe(4)
})
