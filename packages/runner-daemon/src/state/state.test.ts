import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStateDir, StateDirBusy } from './open-state-dir.ts'

let base: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'paddock-state-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

test('a second daemon on the directory is told who has it', () => {
  const first = openStateDir(join(base, 'state'))
  expect(() => openStateDir(join(base, 'state'))).toThrow(StateDirBusy)
  expect(() => openStateDir(join(base, 'state'))).toThrow(`in use by pid ${process.pid} on`)
  first.close()
  openStateDir(join(base, 'state')).close()
})

test('the host id outlives the daemon, and the directory is private', () => {
  const first = openStateDir(join(base, 'state'))
  first.close()
  const second = openStateDir(join(base, 'state'))
  expect(second.hostId).toBe(first.hostId)
  expect(statSync(join(base, 'state')).mode & 0o777).toBe(0o700)
  second.close()
})

test('a directory that was copied with its machine becomes another host, which adopts nothing', () => {
  const hostIdOn = (machineId: string | null) => {
    const state = openStateDir(join(base, 'state'), machineId)
    state.close()
    return state.hostId
  }
  const first = hostIdOn('machine-a')
  expect(hostIdOn('machine-a')).toBe(first)
  expect(hostIdOn(null)).toBe(first)
  expect(hostIdOn('machine-b')).not.toBe(first)
})

test('a directory that vanished, or was replaced by another, is noticed', () => {
  const state = openStateDir(join(base, 'state'))
  expect(state.stillThere()).toBe(true)
  renameSync(join(base, 'state'), join(base, 'moved'))
  expect(state.stillThere()).toBe(false)
  const other = openStateDir(join(base, 'state'))
  expect(state.stillThere()).toBe(false)
  other.close()
  state.close()
})
