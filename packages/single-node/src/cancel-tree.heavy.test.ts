import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from './fixtures/call-api.ts'
import { endAll, startMain } from './fixtures/start-main.ts'
import { findFreePort } from './process/find-free-port.ts'
import { readProcess } from './process/read-process.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const built = existsSync(path('../../../apps/web/.next/standalone/apps/web/server.js'))

let home: string
let call: <T>(procedure: string, input: unknown) => Promise<T>

beforeAll(async () => {
  if (!built) return
  home = mkdtempSync(join(tmpdir(), 'paddock-cancel-'))
  const [dataDir, keyFile] = [join(home, 'data'), join(home, 'owner.key')]
  const port = await findFreePort()
  const { ready } = await startMain(['--data-dir', dataDir, '--port', String(port)], {
    PADDOCK_OWNER_EMAIL: 'owner@example.org',
    PADDOCK_OWNER_PASSWORD: 'correct horse battery',
    PADDOCK_OWNER_API_KEY_FILE: keyFile,
  })
  const apiKey = readFileSync(keyFile, 'utf8').trim()
  call = (procedure, input) => callApi(ready.url, apiKey, procedure, input)
  // A leader that ignores SIGTERM, and a grandchild in a session of its own that does the same.
  const stubborn = path('../../runner-daemon/src/testing/fixtures/silent.sh')
  const config = join(dataDir, 'runner.yaml')
  const instead = `cancelGrace: 1s\nbenchmarks:\n  edit:\n    executable: [/bin/sh, ${JSON.stringify(stubborn)}]\n`
  writeFileSync(config, readFileSync(config, 'utf8') + instead)
}, 120_000)

afterAll(async () => {
  await endAll()
  if (home) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

/** Living processes with the marker of a run, whichever session they went to. */
function membersOf(id: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => environmentOf(pid).includes(`PADDOCK_RUN=${id}.`) && readProcess(pid) !== null)
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`never: ${what}`)
    await sleep(50)
  }
}

describe.runIf(built && process.platform === 'linux')('cancelling through the API', () => {
  it('ends the whole tree: a grandchild that ignores TERM in a session of its own is gone after the grace', async () => {
    const statusOf = async (id: string) => (await call<{ status: string }>('runs.get', { id })).status
    const launch = { benchmark: 'edit', agent: 'oracle', tasks: 1 }
    const { id } = await call<{ id: string }>('runs.launch', { launch })
    await until('the tree', () => membersOf(id).length >= 4)
    expect(await call('runs.cancel', { id, reason: 'enough' })).toMatchObject({ cancelled: true })
    const askedAt = performance.now()
    await until('the end of the tree', () => membersOf(id).length === 0)
    // 1 s of grace, 1 s to take effect and 1 s to sweep; three times that on a busy machine.
    expect(performance.now() - askedAt).toBeLessThan(9_000)
    await until('the end of the run', async () => (await statusOf(id)) === 'cancelled')
    expect(membersOf(id)).toEqual([])
    expect(await call('runs.get', { id })).toMatchObject({ error: { code: 'CANCELLED', message: 'enough' } })
    expect(await call('runs.cancel', { id })).toMatchObject({ cancelled: false, outcome: 'terminal' })
  })
})
