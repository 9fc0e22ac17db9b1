import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readProcess } from '../process/read-process.ts'
import { findServers } from './find-servers.ts'
import { type RunningPostgres, startPostgres } from './start-postgres.ts'

let home: string
let dataDir: string
const started: RunningPostgres[] = []
const parents: ChildProcess[] = []

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'paddock-postgres-'))
  dataDir = join(home, 'first')
})
afterEach(async () => {
  for (const parent of parents.splice(0)) parent.kill('SIGKILL')
  for (const server of started.splice(0)) await server.stop()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function start(directory = dataDir): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir: directory, log: () => {} })
  started.push(server)
  return server
}

async function startInChild(directory: string): Promise<{ url: string; pid: number; port: number; error?: string }> {
  const child = spawn(process.execPath, [
    fileURLToPath(new URL('./fixtures/hold-server.ts', import.meta.url)),
    directory,
  ])
  parents.push(child)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return JSON.parse(line)
}

async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end()
  }
}

describe('startPostgres', () => {
  it('makes a cluster with a password in a 0600 file, and keeps what was written over a restart', async () => {
    const first = await start()
    expect(await query(first.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    await query(first.url, 'create table kept as select 41 + 1 as answer')
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600)
    await expect(query(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    await first.stop()
    expect(await first.exited).toBe('exit 0')

    const second = await start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('recovers on the next start after kill -9 of the postmaster', async () => {
    const first = await start()
    await query(first.url, 'create table if not exists survived as select 1 as one')
    process.kill(first.pid, 'SIGKILL')
    expect(await first.exited).toBe('SIGKILL')
    const second = await start()
    expect(await query(second.url, 'select one from survived')).toEqual([{ one: 1 }])
  })

  it('ends with its parent after kill -9 of it, and starts again at once', async () => {
    const { pid } = await startInChild(dataDir)
    expect(readProcess(pid)?.command).toBe('postgres')
    parents.at(-1)?.kill('SIGKILL')
    const second = await start()
    expect(readProcess(pid)).toBeNull()
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('takes over a server that outlived its parent, on the same port', async () => {
    const { pid, port } = await startInChild(dataDir)
    // Stopped, the server cannot follow its parent at the moment of its death, as where setpriv is missing.
    process.kill(pid, 'SIGSTOP')
    parents.at(-1)?.kill('SIGKILL')
    await sleep(200)
    expect(readProcess(pid)?.command).toBe('postgres')
    setTimeout(() => process.kill(pid, 'SIGCONT'), 300)
    const second = await start()
    expect(second.port).toBe(port)
    expect(second.pid).not.toBe(pid)
  })

  it('refuses a second start on the directory and says who has it, since when', async () => {
    const { pid } = await startInChild(dataDir)
    const holder = parents.at(-1)?.pid
    await expect(start()).rejects.toThrow(new RegExp(`in use by process ${holder}, since \\d{4}-\\d\\d-\\d\\dT`))
    expect(readProcess(pid)?.command).toBe('postgres')
  })

  it('lets exactly one of two simultaneous first starts have the directory', async () => {
    const fresh = join(home, 'race')
    const answers = await Promise.all([startInChild(fresh), startInChild(fresh)])
    const [loser] = answers.filter((answer) => answer.error)
    expect(answers.filter((answer) => answer.url)).toHaveLength(1)
    expect(loser?.error).toMatch(/in use by/)
  })

  it.each([
    ['garbage', 'not a pid\n\0\0'],
    ['an empty file', ''],
    ['the pid of a process that is no PostgreSQL', `${process.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n\n`],
    ['a pid that no process has', '3999999\n/elsewhere\n1\n5432\n\n127.0.0.1\n  1  2\nready   \n'],
  ])('starts over a postmaster.pid with %s', async (_what, content) => {
    await (await start()).stop()
    writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), content)
    const server = await start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('replaces a living server whose postmaster.pid was overwritten, instead of running two', async () => {
    const { pid } = await startInChild(dataDir)
    process.kill(pid, 'SIGSTOP')
    writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'garbage')
    parents.at(-1)?.kill('SIGKILL')
    setTimeout(() => process.kill(pid, 'SIGCONT'), 200)
    const second = await start()
    expect(findServers(join(dataDir, 'cluster')).postmasters).toEqual([second.pid])
  })

  it('refuses the files of another major version and says which', async () => {
    await (await start()).stop()
    const versionFile = join(dataDir, 'cluster', 'PG_VERSION')
    const ours = readFileSync(versionFile, 'utf8')
    writeFileSync(versionFile, '15\n')
    await expect(start()).rejects.toThrow(/written by PostgreSQL 15, and this is PostgreSQL 18/)
    writeFileSync(versionFile, ours)
    await start()
  })

  it('refuses a directory that lost its password instead of making an empty database', async () => {
    const broken = join(home, 'broken')
    mkdirSync(join(broken, 'cluster'), { recursive: true })
    await expect(start(broken)).rejects.toThrow(/PG_VERSION is missing/)
  })

  it('says that a fixed port is taken', async () => {
    const first = await start()
    const other = startPostgres({ dataDir: join(home, 'other'), log: () => {}, port: first.port })
    await expect(other).rejects.toThrow(`cannot listen on 127.0.0.1:${first.port}`)
  })

  it('begins again after a first start that was interrupted in the middle', async () => {
    const half = join(home, 'half')
    mkdirSync(join(half, 'cluster.new', 'cluster', 'base'), { recursive: true })
    writeFileSync(join(half, 'password'), 'left by the first try')
    const server = await start(half)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(process.getuid?.() === 0)('startPostgres as root', () => {
  it('runs as nobody where nobody can enter, and in a user namespace once a parent is closed', async () => {
    const open = mkdtempSync(join(tmpdir(), 'paddock-postgres-open-'))
    try {
      chmodSync(open, 0o755)
      const server = await start(join(open, 'data'))
      expect(statSync(join(open, 'data', 'cluster')).uid).toBe(65534)
      expect(statSync(`/proc/${server.pid}`).uid).toBe(65534)
      await query(server.url, 'create table moved as select 1 as one')
      await server.stop()

      chmodSync(open, 0o700)
      const again = await start(join(open, 'data'))
      expect(statSync(join(open, 'data', 'cluster')).uid).toBe(0)
      expect(await query(again.url, 'select one from moved')).toEqual([{ one: 1 }])
      await again.stop()
    } finally {
      rmSync(open, { recursive: true, force: true })
    }
  })

  const asNobody = { uid: 65534, gid: 65534, cwd: '/' }
  const nobodyCanRun = spawnSync(process.execPath, ['--version'], asNobody).status === 0

  it.runIf(nobodyCanRun)('serves a normal user too', async () => {
    const theirs = mkdtempSync(join(tmpdir(), 'paddock-postgres-user-'))
    try {
      chownSync(theirs, 65534, 65534)
      const fixture = fileURLToPath(new URL('./fixtures/hold-server.ts', import.meta.url))
      const child = spawn(process.execPath, [fixture, join(theirs, 'data')], asNobody)
      parents.push(child)
      const [line] = await once(createInterface({ input: child.stdout }), 'line')
      const answer = JSON.parse(line)
      expect(await query(answer.url, 'select 1 as one')).toEqual([{ one: 1 }])
      child.kill('SIGKILL')
      while (readProcess(answer.pid)) await sleep(50)
    } finally {
      rmSync(theirs, { recursive: true, force: true })
    }
  })
})
