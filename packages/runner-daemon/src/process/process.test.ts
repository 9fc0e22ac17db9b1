import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { unwatchedMoments } from '../moments.ts'
import { adoptProcess } from './adopt-process.ts'
import { endTree } from './end-tree.ts'
import { findTree, treeOf } from './find-tree.ts'
import { hostTable as table } from './host-table.ts'
import { isSame, type ProcessIdentity } from './process-table.ts'
import {
  logPath,
  markerOf,
  type RunRecord,
  readExit,
  readPidFile,
  recordOf,
  revoke,
  writeIntent,
} from './run-record.ts'
import { signalGroup, signalProcess } from './send-signal.ts'
import { startProcess } from './start-process.ts'

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }
let stateDir: string
let serial = 0
const records: RunRecord[] = []

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'paddock-process-'))
  mkdirSync(join(stateDir, 'runs'))
})

afterEach(async () => {
  for (const record of records.splice(0)) await end(record, null, 0)
  rmSync(stateDir, { recursive: true, force: true })
})

function newRecord(): RunRecord {
  const record = recordOf(stateDir, `rtest${process.pid}x${++serial}`, 1)
  records.push(record)
  return record
}

async function start(argv: string[], record = newRecord()) {
  const started = await startProcess(
    record,
    { argv, cwd: stateDir, env, stdinPath: null, cancelGraceMs: 300 },
    { table, moments: unwatchedMoments },
  )
  if (started.kind !== 'started') throw new Error(started.reason)
  return { ...started, record }
}

const end = (record: RunRecord, leader: ProcessIdentity | null, graceMs: number) =>
  endTree(treeOf(leader, markerOf(record)), { table, clock: systemClock, graceMs, leaderExitGraceMs: 300 })

async function until(what: () => boolean, withinMs = 5_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!what()) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what.toString()}`)
    await systemClock.sleep(10)
  }
}

const output = (record: RunRecord) => readFileSync(logPath(record, 'stdout'), 'utf8')
const members = (record: RunRecord) => findTree(table, treeOf(null, markerOf(record)))

describe('starting', () => {
  test('the true exit status is written, and output stands in files', async () => {
    const { record, ended, identity } = await start(['sh', '-c', 'echo out; echo err >&2; exit 7'])
    await ended
    expect(readExit(record)).toBe(7)
    expect(output(record)).toBe('out\n')
    expect(readFileSync(logPath(record, 'stderr'), 'utf8')).toBe('err\n')
    expect(readPidFile(record)).toEqual(identity)
  })

  test('an end by signal is told as 128 + n, without words of the shell in the log', async () => {
    const { record, ended } = await start(['sh', '-c', 'kill -9 $$'])
    await ended
    expect(readExit(record)).toBe(137)
    expect(readFileSync(logPath(record, 'stderr'), 'utf8')).toBe('')
  })

  test('arguments reach the child as they are: no shell reads them', async () => {
    const odd = ['$(touch pwned)', '`id`', '; exit 3', '-n', '"', "'", '*', 'a b', '']
    const { record, ended } = await start([
      process.execPath,
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1)))',
      '--',
      ...odd,
    ])
    await ended
    expect(JSON.parse(output(record))).toEqual(odd)
    expect(existsSync(join(stateDir, 'pwned'))).toBe(false)
  })

  test('the child leads a session of its own and reads signals with their defaults', async () => {
    const { identity, record } = await start(['sleep', '300'])
    const row = table.read(identity.pid)
    expect(row).toMatchObject({ group: identity.pid, session: identity.pid })
    await until(() => members(record).length === 2)
    const sleeper = members(record).find((member) => member.pid !== identity.pid)
    const ignored = readFileSync(`/proc/${sleeper?.pid}/status`, 'utf8').match(/SigIgn:\s*(\w+)/)?.[1]
    expect(BigInt(`0x${ignored}`) & (1n << 14n)).toBe(0n)
  })

  test('case 24: a child that never reads its stdin is judged by its exit status', async () => {
    const record = newRecord()
    const stdinPath = join(stateDir, 'stdin')
    writeFileSync(stdinPath, 'x'.repeat(1_000_000))
    const started = await startProcess(
      record,
      { argv: ['true'], cwd: stateDir, env, stdinPath, cancelGraceMs: 300 },
      { table, moments: unwatchedMoments },
    )
    if (started.kind === 'started') await started.ended
    expect(readExit(record)).toBe(0)
  })

  test('a directory that is not there is a spawn failure, not a crash', async () => {
    const started = await startProcess(
      newRecord(),
      { argv: ['true'], cwd: join(stateDir, 'nowhere'), env, stdinPath: null, cancelGraceMs: 300 },
      { table, moments: unwatchedMoments },
    )
    expect(started.kind).toBe('spawn-failed')
  })
})

describe('a daemon that dies', () => {
  async function doomed(killAt: string, argv: string[]) {
    const record = newRecord()
    const parent = spawn(process.execPath, [fixture('doomed-parent.ts'), stateDir, record.runId, killAt, ...argv], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(parent, 'exit')
    return { record, parent, closed }
  }

  test('case 46: the child of a killed daemon goes on writing, and its status is there afterwards', async () => {
    const { record, parent, closed } = await doomed('-', [
      'sh',
      '-c',
      'for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done; exit 5',
    ])
    await until(() => existsSync(logPath(record, 'stdout')) && output(record).includes('1'))
    parent.kill('SIGKILL')
    await closed
    expect(await adoptProcess(record, { table, clock: systemClock })).toMatchObject({ kind: 'running' })
    await until(() => readExit(record) !== null)
    expect(output(record)).toBe('1\n2\n3\n4\n5\n6\n')
    expect(await adoptProcess(record, { table, clock: systemClock })).toEqual({ kind: 'exited', status: 5 })
  })

  test('killed between intent and spawn: nothing was started, and a late shim starts nothing any more', async () => {
    const { record, closed } = await doomed('intent written', ['sh', '-c', 'touch ran'])
    await closed
    expect(await adoptProcess(record, { table, clock: systemClock })).toEqual({ kind: 'never-started' })
    const late = await startProcess(
      record,
      { argv: ['sh', '-c', 'touch ran'], cwd: stateDir, env, stdinPath: null, cancelGraceMs: 300 },
      { table, moments: unwatchedMoments },
    )
    if (late.kind === 'started') await late.ended
    expect(existsSync(join(stateDir, 'ran'))).toBe(false)
    expect(await adoptProcess(record, { table, clock: systemClock })).toEqual({ kind: 'never-started' })
  })

  test('killed between spawn and any word of it: the shim named itself, the child is adopted', async () => {
    const { record, closed } = await doomed('spawned', ['sleep', '300'])
    await closed
    // The shim and this line race for the pid file; exactly one wins, and both answers are true.
    const adopted = await adoptProcess(record, { table, clock: systemClock })
    if (adopted.kind === 'never-started') {
      await until(() => members(record).length === 0)
    } else {
      expect(adopted).toMatchObject({ kind: 'running' })
      await until(() => members(record).length === 2)
    }
  })

  test('a pid file can be taken once', async () => {
    const record = newRecord()
    writeIntent(record, {
      runId: record.runId,
      epoch: 1,
      argv: [],
      cwd: '/',
      envNames: [],
      boot: table.boot(),
      cancelGraceMs: 0,
    })
    expect(revoke(record)).toBe(true)
    expect(revoke(record)).toBe(false)
    expect(readPidFile(record)).toBe('revoked')
  })
})

describe('signals', () => {
  test('case 41: after a reboot, or when the pid was given to another process, nothing is signalled', async () => {
    const { identity } = await start(['sleep', '300'])
    const otherBoot = { ...identity, boot: '00000000-0000-0000-0000-000000000000' }
    const otherStart = { ...identity, start: String(Number(identity.start) - 1) }
    for (const wrong of [otherBoot, otherStart]) {
      expect(signalProcess(table, wrong, 'SIGKILL')).toBe('not-ours')
      expect(signalGroup(table, wrong, 'SIGKILL')).toBe('not-ours')
      expect(await end({ directory: stateDir, runId: 'nobody', epoch: 1 }, wrong, 0)).toBe(true)
    }
    expect(isSame(table, identity)).toBe(true)
  })

  test('case 45: the own group, and the own process, are never signalled', () => {
    const own = table.read(process.pid)
    if (!own) throw new Error('no own row')
    const self = { pid: process.pid, start: own.start, boot: table.boot() }
    expect(signalProcess(table, self, 'SIGTERM')).toBe('not-ours')
    expect(signalGroup(table, self, 'SIGTERM')).toBe('not-ours')
    const groupLeader = table.read(own.group)
    if (groupLeader) {
      const leader = { pid: own.group, start: groupLeader.start, boot: table.boot() }
      expect(signalGroup(table, leader, 'SIGTERM')).toBe('not-ours')
    }
  })
})

describe('ending a tree', () => {
  test('case 14: a silent child that ignores SIGTERM is gone after the grace, with its whole group', async () => {
    const { record, identity } = await start(['sh', fixture('stubborn.sh')])
    await until(() => output(record).includes('ready') && members(record).length >= 3)
    const from = Date.now()
    expect(await end(record, identity, 400)).toBe(true)
    expect(Date.now() - from).toBeGreaterThanOrEqual(400)
    expect(Date.now() - from).toBeLessThan(1_400)
    expect(members(record)).toEqual([])
  })

  test('case 44: a grandchild that escaped the cancel is gone after the sweep', async () => {
    const { record, identity } = await start(['sh', '-c', 'setsid sleep 300 & sleep 300'])
    await until(() => members(record).some((member) => member.session !== identity.pid))
    expect(await end(record, identity, 300)).toBe(true)
    expect(members(record)).toEqual([])
  })

  test('case 44: a grandchild born while the tree was being ended is gone after the sweep', async () => {
    const { record, identity } = await start(['sh', fixture('breeding.sh'), '40'])
    await until(() => output(record).includes('ready'))
    expect(await end(record, identity, 0)).toBe(true)
    expect(members(record)).toEqual([])
    await systemClock.sleep(200)
    expect(members(record)).toEqual([])
  })

  test('case 44: a grandchild without environment in its own session was collected before the first signal', async () => {
    const { record, identity } = await start(['sh', fixture('hidden.sh')])
    await until(() => /^\d+\n/.test(existsSync(logPath(record, 'stdout')) ? output(record) : ''))
    const pid = Number(output(record))
    await until(() => readFileSync(`/proc/${pid}/environ`, 'utf8') === '')
    const hidden = { pid, start: table.read(pid)?.start ?? '', boot: table.boot() }
    expect(await end(record, identity, 300)).toBe(true)
    expect(isSame(table, hidden)).toBe(false)
  })

  test('case 25: a leader that exited leaves its dev server to be found by the marker', async () => {
    const { record, ended, identity } = await start(['sh', '-c', 'setsid sleep 300 & exit 0'])
    await ended
    expect(readExit(record)).toBe(0)
    expect(members(record)).toHaveLength(1)
    expect(await end(record, identity, 5_000)).toBe(true)
    expect(members(record)).toEqual([])
  })

  test('a runner that finishes on SIGTERM ends with its own status', async () => {
    const { record, identity } = await start([process.execPath, fixture('relay.mjs')])
    await until(() => output(record).includes('ready'))
    expect(await end(record, identity, 5_000)).toBe(true)
    expect(readExit(record)).toBe(0)
    expect(output(record)).toContain('finishing')
  })

  test('ending an ended tree is harmless', async () => {
    const { record, identity, ended } = await start(['true'])
    await ended
    expect(await end(record, identity, 5_000)).toBe(true)
    expect(await end(record, identity, 5_000)).toBe(true)
  })

  test('a stopped child is a live child, and is killed', async () => {
    const { record, identity } = await start(['sleep', '300'])
    await until(() => members(record).length === 2)
    expect(signalGroup(table, identity, 'SIGSTOP')).toBe('sent')
    expect(await end(record, identity, 200)).toBe(true)
    expect(members(record)).toEqual([])
  })
})

test('the age of a process does not depend on the wall clock', async () => {
  const { identity } = await start(['sleep', '300'])
  await systemClock.sleep(150)
  const row = table.read(identity.pid)
  expect(row && table.ageMs(row)).toBeGreaterThanOrEqual(100)
  expect(row && table.ageMs(row)).toBeLessThan(5_000)
})
