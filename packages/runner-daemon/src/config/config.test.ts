import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConfigFile } from './config-file.ts'
import { parseConfig } from './parse-config.ts'

const good = 'stateDir: state\njobsDir: /jobs\nblobDir: blobs\n'
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paddock-config-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const refusal = (text: string) => {
  try {
    parseConfig(text, 'runner.yaml', '/etc/paddock')
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('was not refused')
}

test('directories are relative to the file, and the rest has defaults', () => {
  expect(parseConfig(good, 'runner.yaml', '/etc/paddock')).toMatchObject({
    stateDir: '/etc/paddock/state',
    jobsDir: '/jobs',
    capacity: 4,
    labels: [],
    keepRunRecords: 604_800_000,
  })
})

test('an unknown key is refused with file and line', () => {
  expect(refusal(`${good}capcity: 3\n`)).toBe('runner.yaml:4: unknown key "capcity"')
  expect(refusal(`${good}benchmarks:\n  edit:\n    enabled: true\n    colour: red\n`)).toBe(
    'runner.yaml:7: unknown key "benchmarks.edit.colour"',
  )
})

test('a wrong value is refused with file, line and key', () => {
  expect(refusal(`${good}capacity: 0\n`)).toMatch(/^runner\.yaml:4: capacity: /)
  expect(refusal(`${good}cancelGrace: soon\n`)).toMatch(/^runner\.yaml:4: cancelGrace: use a number with/)
  expect(refusal('jobsDir: /jobs\nblobDir: b\n')).toMatch(/^runner\.yaml:1: stateDir: /)
  expect(refusal(`${good}labels: [a\n`)).toMatch(/^runner\.yaml:\d: /)
})

test('case 18: a broken edit names file and line, and leaves the last good configuration in force', async () => {
  const path = join(directory, 'runner.yaml')
  await writeFile(path, `${good}capacity: 2\n`)
  const file = await openConfigFile(path)
  await writeFile(path, `${good}capacity: many\n`)
  expect(await file.reread()).toMatchObject({ kind: 'broken', error: expect.stringContaining(`${path}:4: capacity`) })
  expect(file.current().capacity).toBe(2)
  await writeFile(path, `${good}capacity: 3\n`)
  expect(await file.reread()).toMatchObject({ kind: 'changed' })
  expect(file.current().capacity).toBe(3)
})

test('case 19: edits that leave time and size of the file as they were are seen all the same', async () => {
  const path = join(directory, 'runner.yaml')
  const save = async (capacity: number) => {
    await writeFile(path, `${good}capacity: ${capacity}\n`)
    await utimes(path, 1_700_000_000, 1_700_000_000)
  }
  await save(2)
  const file = await openConfigFile(path)
  for (const capacity of [3, 4, 5]) {
    await save(capacity)
    expect(await file.reread()).toMatchObject({ kind: 'changed', config: { capacity } })
    expect(file.current().capacity).toBe(capacity)
  }
  expect(await file.reread()).toEqual({ kind: 'unchanged' })
})

test('case 19: an edit that is saved while another is read is found by the next look', async () => {
  const path = join(directory, 'runner.yaml')
  await writeFile(path, `${good}capacity: 2\n`)
  const file = await openConfigFile(path)
  for (let capacity = 3; capacity < 40; capacity += 1) {
    const reading = file.reread()
    await writeFile(path, `${good}capacity: ${capacity}\n`)
    await reading
    await file.reread()
    expect(file.current().capacity).toBe(capacity)
  }
})
