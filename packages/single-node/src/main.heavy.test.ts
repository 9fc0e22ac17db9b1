import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endAll, recordedPid, type Started, startMain } from './fixtures/start-main.ts'
import { findServers } from './postgres/find-servers.ts'
import { startPostgres } from './postgres/start-postgres.ts'
import { findFreePort } from './process/find-free-port.ts'
import { readProcess } from './process/read-process.ts'

const built = existsSync(
  fileURLToPath(new URL('../../../apps/web/.next/standalone/apps/web/server.js', import.meta.url)),
)

let home: string
let dataDir: string
let keyFile: string
let port: number

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'paddock-main-'))
  dataDir = join(home, 'data')
  keyFile = join(home, 'owner.key')
  port = await findFreePort()
})
afterEach(endAll)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const owner = { PADDOCK_OWNER_EMAIL: 'owner@example.org', PADDOCK_OWNER_PASSWORD: 'correct horse battery' }

const start = (...words: string[]): Promise<Started> =>
  startMain(['--data-dir', dataDir, '--port', String(port), ...words], {
    ...owner,
    PADDOCK_OWNER_API_KEY_FILE: keyFile,
  })

/** Goes from the socket through authentication to the database and back. */
async function whoAmI(): Promise<number> {
  const headers = { 'x-api-key': readFileSync(keyFile, 'utf8').trim() }
  const response = await fetch(`http://127.0.0.1:${port}/api/trpc/me.whoami`, { headers }).catch(() => null)
  await response?.body?.cancel()
  return response?.status ?? 0
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`never: ${what}`)
    await sleep(50)
  }
}

async function failureOf(starting: Promise<Started>): Promise<{ code: string; message: string; hint: string }> {
  const text = await starting.then(
    () => Promise.reject(new Error('it started')),
    (error: Error) => error.message,
  )
  return JSON.parse(text).error
}

/** Never process.kill with a pid that may be missing: 0 would be the tests' own process group. */
function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (!pid) throw new Error('there is no such process')
  process.kill(pid, name)
}

const postmaster = () => findServers(join(dataDir, 'postgres', 'cluster')).postmasters[0]
const isGone = (pid: number | undefined) => pid === undefined || readProcess(pid) === null

describe.runIf(built)('npm start', () => {
  it('prints a link for the first owner as long as there is none', async () => {
    const fresh = join(home, 'fresh')
    const words = ['--data-dir', fresh, '--port', String(port), '--no-runner']
    const first = await startMain(words)
    expect(first.ready).toMatchObject({ url: `http://127.0.0.1:${port}`, dataDir: fresh, runner: null })
    const page = await fetch(first.ready.ownerLink ?? '')
    expect(page.status).toBe(200)
    await first.end('SIGTERM')
    const second = await startMain(words)
    expect(second.ready.ownerLink).toMatch(/setup\?token=/)
    expect(second.ready.ownerLink).not.toBe(first.ready.ownerLink)
  })

  it('makes the owner and the key that were asked for, answers, and stops cleanly with one line on stdout', async () => {
    const started = await start('--no-runner')
    expect(started.ready.ownerLink).toBeNull()
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(await whoAmI()).toBe(200)
    const [web, server] = [recordedPid(dataDir, 'web'), postmaster()]
    const { code, stdout } = await started.end('SIGTERM')
    expect(code).toBe(0)
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect([isGone(web), isGone(server)]).toEqual([true, true])
    expect(readFileSync(join(dataDir, 'logs', 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/)
  })

  it('keeps the key file and the secret over a restart', async () => {
    const secret = readFileSync(join(dataDir, 'secrets', 'paddock-secret'), 'utf8')
    const key = readFileSync(keyFile, 'utf8')
    await start('--no-runner')
    expect(readFileSync(join(dataDir, 'secrets', 'paddock-secret'), 'utf8')).toBe(secret)
    expect(readFileSync(keyFile, 'utf8')).toBe(key)
    expect(await whoAmI()).toBe(200)
  })

  it('answers again after kill -9 of PostgreSQL', async () => {
    await start('--no-runner')
    const killed = postmaster()
    signal(killed, 'SIGKILL')
    await until('a new server', () => postmaster() !== undefined && postmaster() !== killed)
    await until('an answer', async () => (await whoAmI()) === 200)
  })

  it('answers again after kill -9 of the web program', async () => {
    await start('--no-runner')
    const killed = recordedPid(dataDir, 'web')
    signal(killed, 'SIGKILL')
    await until('the death', () => isGone(killed))
    await until('an answer', async () => (await whoAmI()) === 200)
    expect(recordedPid(dataDir, 'web')).not.toBe(killed)
  })

  it('starts again at once after kill -9 of the supervisor, and leaves nothing of the old one', async () => {
    const first = await start('--no-runner')
    const old = [recordedPid(dataDir, 'web'), postmaster()]
    await first.end('SIGKILL')
    const second = await start('--no-runner')
    expect(old.map(isGone)).toEqual([true, true])
    expect(await whoAmI()).toBe(200)
    expect((await second.end('SIGINT')).code).toBe(0)
  })

  it('takes over web and database that could not follow a killed supervisor', async () => {
    const first = await start('--no-runner')
    const old = [recordedPid(dataDir, 'web'), postmaster()]
    for (const pid of old) signal(pid, 'SIGSTOP')
    await first.end('SIGKILL')
    setTimeout(() => {
      for (const pid of old) signal(pid, 'SIGCONT')
    }, 500)
    await start('--no-runner')
    expect(old.map(isGone)).toEqual([true, true])
    expect(await whoAmI()).toBe(200)
  })

  it('refuses a second start on the data directory and says who has it, since when', async () => {
    const first = await start('--no-runner')
    const second = startMain(['--data-dir', dataDir, '--port', String(await findFreePort()), '--no-runner'])
    const failure = await failureOf(second)
    expect(failure.code).toBe('directory_busy')
    expect(failure.message).toMatch(new RegExp(`process ${first.child.pid}, since \\d{4}-`))
    expect(await whoAmI()).toBe(200)
  })

  it('says that the port is taken, and lets the data directory go', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    try {
      expect(await failureOf(start('--no-runner'))).toMatchObject({
        code: 'port_in_use',
        hint: expect.stringContaining('--port'),
      })
    } finally {
      other.close()
    }
    await start('--no-runner')
  })

  it('runs on a PostgreSQL of the operator, as a login that is no superuser', async () => {
    const server = await startPostgres({ dataDir: join(home, 'theirs'), log: () => {} })
    try {
      const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} })
      await sql.unsafe(`create role operator login createrole password 'x'`)
      await sql.unsafe('create database lab owner operator')
      await sql.end()
      const url = `postgres://operator:x@127.0.0.1:${server.port}/lab`
      const words = ['--data-dir', join(home, 'external'), '--port', String(port), '--no-runner']
      const started = await startMain([...words, '--database-url', url])
      expect(existsSync(join(home, 'external', 'postgres'))).toBe(false)
      expect((await fetch(started.ready.ownerLink ?? '')).status).toBe(200)
      await started.end('SIGTERM')

      const wrong = startMain([...words, '--database-url', url.replace(':x@', ':secret-word@')])
      const failure = await failureOf(wrong)
      expect(failure.code).toBe('database_login')
      expect(JSON.stringify(failure)).not.toContain('secret-word')
    } finally {
      await server.stop()
    }
  })

  it('starts the runner again after kill -9, and ends it with the rest', async () => {
    const started = await start()
    expect(started.ready.runner).toMatch(/./)
    const killed = recordedPid(dataDir, 'runner')
    signal(killed, 'SIGKILL')
    await until('another runner', () => {
      const pid = recordedPid(dataDir, 'runner')
      return pid !== undefined && pid !== killed
    })
    const [second] = [recordedPid(dataDir, 'runner')]
    await sleep(2_000)
    expect(recordedPid(dataDir, 'runner')).toBe(second)
    expect((await started.end('SIGTERM')).code).toBe(0)
    expect(isGone(second)).toBe(true)
  })
})
