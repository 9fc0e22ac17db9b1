import { execFile } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { atifDocument, claudeLog, imageLine, noiseLine, textLine } from './fixtures/generate-log.ts'

const program = fileURLToPath(new URL('fixtures/measure-reading.ts', import.meta.url))
const mebibyte = 1024 * 1024
const allowedBytes = 64 * mebibyte
const folder = mkdtempSync(join(tmpdir(), 'paddock-traces-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Measured {
  format: string
  steps: number
  chunks: number
  aboveBaseBytes: number
  lastMedia: { mediaType: string; bytes: number }[] | null
}

/**
 * Reads a generated log in a process of its own. The collector's young generation is kept small: what it lets lie
 * there until it bothers is no memory of the reader (by default it adds up to 50 MB).
 */
async function measure(pieces: Iterable<Buffer>): Promise<Measured> {
  const warmUp = writeLog('warm-up', claudeLog(4 * mebibyte))
  const log = writeLog('log', pieces)
  const args = ['--max-semi-space-size=4', program, warmUp, log]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Measured
}

function writeLog(name: string, pieces: Iterable<Buffer>): string {
  const path = join(folder, name)
  const file = openSync(path, 'w')
  for (const piece of pieces) writeSync(file, piece)
  closeSync(file)
  return path
}

it('reads a 300 MB log with 350,000 steps in bounded memory', async () => {
  const measured = await measure(claudeLog(300 * mebibyte))
  expect(measured.format).toBe('claude-stream')
  expect(measured.steps).toBeGreaterThan(350_000)
  expect(measured.aboveBaseBytes).toBeLessThan(allowedBytes)
})

it('reads 20 MB of base64 in one tool result as a placeholder', async () => {
  const measured = await measure(imageLine(20 * mebibyte))
  expect(measured).toMatchObject({ format: 'claude-stream', steps: 1 })
  expect(measured.lastMedia).toMatchObject([{ mediaType: 'image/png', bytes: 15 * mebibyte }])
  expect(measured.aboveBaseBytes).toBeLessThan(allowedBytes)
})

it('reads one line of 50 MB in bounded memory', async () => {
  const measured = await measure(textLine(50 * mebibyte))
  expect(measured).toMatchObject({ format: 'claude-stream', steps: 1 })
  expect(measured.lastMedia).toMatchObject([{ mediaType: 'text/plain' }])
  expect(measured.aboveBaseBytes).toBeLessThan(allowedBytes)
})

it('reads one line of 50 MB between events in bounded memory', async () => {
  const event = Buffer.from('{"type":"system","subtype":"init","session_id":"s"}\n')
  const measured = await measure([event, ...noiseLine(50 * mebibyte)])
  expect(measured).toMatchObject({ format: 'claude-stream', steps: 2 })
  expect(measured.lastMedia).toMatchObject([{ mediaType: 'text/plain', bytes: 50 * mebibyte }])
  expect(measured.aboveBaseBytes).toBeLessThan(allowedBytes)
})

it('reads a line of 50 MB as plain text in bounded memory', async () => {
  const measured = await measure(noiseLine(50 * mebibyte))
  expect(measured.format).toBe('plain-text')
  expect(measured.steps).toBeGreaterThan(1_000)
  expect(measured.aboveBaseBytes).toBeLessThan(allowedBytes)
})

it('reads an ATIF document of 100 MB in bounded memory', async () => {
  const measured = await measure(atifDocument(100 * mebibyte))
  expect(measured.format).toBe('atif')
  expect(measured.steps).toBeGreaterThan(800)
  expect(measured.aboveBaseBytes).toBeLessThan(allowedBytes)
})
