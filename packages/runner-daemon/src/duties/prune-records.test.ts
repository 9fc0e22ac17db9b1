import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pruneRecords } from './prune-records.ts'

const hourMs = 3_600_000
let base: string
let runs: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'paddock-prune-'))
  runs = join(base, 'state', 'runs')
  mkdirSync(runs, { recursive: true })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** A directory below runs/ that was closed that long ago; null: its run goes on. */
function record(name: string, closedAgoMs: number | null): void {
  mkdirSync(join(runs, name))
  writeFileSync(join(runs, name, 'stdout.log'), 'words\n')
  if (closedAgoMs === null) return
  const note = join(runs, name, 'closed.json')
  writeFileSync(note, '"finished"')
  const at = (Date.now() - closedAgoMs) / 1_000
  utimesSync(note, at, at)
}

const prune = (keepMs: number) => pruneRecords(join(base, 'state'), keepMs, Date.now())

test('case 29: a retention of 0 keeps everything: running, ended, ended long ago', () => {
  record('rrunning.1', null)
  record('rended.1', 0)
  record('rold.1', 1_000 * hourMs)
  expect(prune(0)).toBe(0)
  expect(readdirSync(runs)).toHaveLength(3)
})

test('case 29: a sweep removes what is its own and dead, and nothing of strangers', () => {
  record('rold.1', 2 * hourMs)
  record('rold.2', 2 * hourMs)
  record('ryoung.1', hourMs / 2)
  // Running for longer than anything is kept: its log is as old as it likes.
  record('rrunning.1', null)
  utimesSync(join(runs, 'rrunning.1', 'stdout.log'), 1, 1)
  // Not named as a record, although somebody put the same note into it.
  record('notes of a stranger', 2 * hourMs)
  record('rold', 2 * hourMs)
  mkdirSync(join(base, 'elsewhere', 'rold.1'), { recursive: true })
  writeFileSync(join(base, 'elsewhere', 'rold.1', 'closed.json'), '""')
  writeFileSync(join(base, 'elsewhere', 'rold.1', 'precious'), '')
  symlinkSync(join(base, 'elsewhere', 'rold.1'), join(runs, 'rlink.1'))
  utimesSync(join(base, 'elsewhere', 'rold.1', 'closed.json'), 1, 1)
  prune(hourMs)
  const left = readdirSync(runs)
  expect(left).not.toContain('rold.1')
  expect(left).not.toContain('rold.2')
  expect(left).toEqual(expect.arrayContaining(['notes of a stranger', 'rold', 'rrunning.1', 'ryoung.1']))
  expect(existsSync(join(base, 'elsewhere', 'rold.1', 'precious'))).toBe(true)
})
