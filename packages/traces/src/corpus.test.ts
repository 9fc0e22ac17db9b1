import type { Step, TraceFormat } from '@paddock/domain'
import { describe, expect, it } from 'vitest'
import { corpusFiles } from './fixtures/corpus.ts'
import { foldedTypes, typeOfLine } from './fixtures/folded-types.ts'
import { readPieces, readResumed, readWhole } from './fixtures/read-log.ts'
import { openReader } from './reader/open-reader.ts'
import { sniffFormat } from './sniff/sniff-format.ts'

const logs = corpusFiles().map((file) => {
  const bytes = file.read()
  return { path: file.path, bytes, format: sniffFormat(bytes.subarray(0, 64 * 1024)) }
})
const traces = logs.filter((log) => log.format !== 'plain-text')

/** Reads of this size make every line and most characters be split somewhere, and still end in time. */
const oddBytes = 997
const byteByByteBytes = 12_000

describe('every reader over the corpus of real logs', () => {
  it('gives the same counts as before', async () => {
    const counts = Object.fromEntries(
      logs.filter((log) => isLog(log.path, log.format)).map((log) => [log.path, countsOf(log)]),
    )
    await expect(`${JSON.stringify(counts, null, 2)}\n`).toMatchFileSnapshot('corpus-counts.json')
  })

  it('makes no step unknown', () => {
    const unknown = traces.filter((log) => readWhole(log.format, log.bytes).some((step) => step.kind === 'unknown'))
    expect(unknown.map((log) => log.path)).toEqual([])
  })

  it('loses no line of a JSON-lines log', () => {
    for (const { path, bytes, format } of traces) {
      const folded = foldedTypes[format]
      if (!folded) continue
      const begins = new Set(readWhole(format, bytes).map((step) => step.raw.offset))
      for (const line of linesOf(bytes)) {
        if (line.text.trim() === '' || begins.has(line.offset)) continue
        expect(folded, `${path} at byte ${line.offset}`).toContain(typeOfLine(line.text))
      }
    }
  })

  it('loses no step of an ATIF document', () => {
    for (const { path, bytes, format } of traces) {
      if (format !== 'atif') continue
      const places = readWhole(format, bytes).map((step) => bytes.toString('utf8', ...rangeOf(step)))
      const ids = new Set(places.map((text) => stepIdOf(text)))
      const document = JSON.parse(bytes.toString('utf8')) as { steps: { step_id: number }[] }
      expect(
        document.steps.map((step) => step.step_id).filter((id) => !ids.has(id)),
        path,
      ).toEqual([])
    }
  })

  it('loses no byte of plain text', () => {
    for (const { path, bytes, format } of logs) {
      if (format !== 'plain-text') continue
      let end = 0
      for (const step of readWhole(format, bytes)) {
        expect(step.raw.offset, path).toBe(end)
        end += step.raw.length
      }
      expect(end, path).toBe(bytes.length)
    }
  })

  it('numbers steps without a gap', () => {
    for (const { path, bytes, format } of traces) {
      const indexes = readWhole(format, bytes).map((step) => step.index)
      expect(indexes, path).toEqual(indexes.map((_, position) => position))
    }
  })

  it('gives the same steps byte by byte', () => {
    for (const { path, bytes, format } of logs) {
      const head = bytes.subarray(0, byteByByteBytes)
      expect(readPieces(format, head, positions(head.length, 1)), path).toEqual(readWhole(format, head))
    }
  })

  it('gives the same steps in odd reads', () => {
    for (const { path, bytes, format } of traces) {
      expect(readPieces(format, bytes, positions(bytes.length, oddBytes)), path).toEqual(readWhole(format, bytes))
    }
  })

  it('gives the same steps when it is stopped and resumed from its stored state', () => {
    for (const { path, bytes, format } of traces) {
      const stops = positions(bytes.length, Math.max(61, Math.floor(bytes.length / 40)))
      expect(readResumed(format, bytes, stops), path).toEqual(readWhole(format, bytes))
    }
  })
})

/** Logs that stand for themselves in the committed counts; other text of the corpus only has to be read. */
function isLog(path: string, format: TraceFormat): boolean {
  return format !== 'plain-text' || path.endsWith('oracle.txt')
}

function countsOf(log: { bytes: Buffer; format: TraceFormat }): string {
  const reader = openReader(log.format)
  const steps = [...reader.push(log.bytes), ...reader.end()]
  const { lines, folded } = reader.state()
  const kinds = new Map<string, number>()
  for (const { kind } of steps) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const usage = steps.reduce((sum, step) => sum + (step.usage?.input ?? 0) + (step.usage?.output ?? 0), 0)
  const counts = [...kinds].sort(([a], [b]) => a.localeCompare(b)).map(([kind, count]) => `${kind} ${count}`)
  return `${log.format}: ${lines} lines, ${folded} folded, ${usage} tokens; ${counts.join(', ')}`
}

function linesOf(bytes: Buffer): { offset: number; text: string }[] {
  let offset = 0
  return bytes
    .toString('latin1')
    .split('\n')
    .map((line) => {
      const at = offset
      offset += line.length + 1
      return { offset: at, text: Buffer.from(line, 'latin1').toString('utf8') }
    })
}

function rangeOf(step: Step): [start: number, end: number] {
  return [step.raw.offset, step.raw.offset + step.raw.length]
}

function stepIdOf(text: string): number | undefined {
  return (JSON.parse(text) as { step_id?: number } | null)?.step_id
}

function* positions(length: number, every: number): Generator<number> {
  for (let position = every; position < length; position += every) yield position
}
