import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clearRunnerOrder, setRunnerOrder } from '@paddock/db'
import { afterEach, describe, expect, test } from 'vitest'
import { insteadOfEdit, isTerminal, membersOf, readIfThere, waitUntil } from './testing/test-host.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()
const programs: ChildProcess[] = []

afterEach(async () => {
  for (const program of programs.splice(0)) {
    if (program.exitCode !== null || program.signalCode !== null) continue
    const gone = once(program, 'exit')
    program.kill('SIGKILL')
    await gone
  }
})

/** The real program, as an operator starts it. */
function paddockRunner(args: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: t.host.directory, DATABASE_URL: t.database.url, ...more },
  })
  programs.push(child)
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (bytes) => {
    said.stdout += String(bytes)
  })
  child.stderr.on('data', (bytes) => {
    said.stderr += String(bytes)
  })
  return { child, said, exited: once(child, 'close').then(([code]) => code as number) }
}

const isRunning = ({ status }: { status: string }) => status === 'running'
const config = () => ['--config', t.host.configPath]

describe('paddock-runner', () => {
  test('words that cannot be understood are told with the usage', async () => {
    for (const [args, text] of [
      [[], '--config is missing'],
      [[...config(), '--capacity', '0'], 'pause the runner'],
      [[...config(), '--max-runs', '2'], 'goes with --once'],
      [[...config(), '--colour'], '--colour'],
      [[...config(), '--when-drained', 'later'], 'use "end" or "stay"'],
      [[...config(), '--once', '--when-drained', 'stay'], 'does not go with --once'],
    ] as const) {
      const { said, exited } = paddockRunner([...args])
      expect(await exited).toBe(2)
      expect(said.stderr).toContain(text)
      expect(said.stderr).toContain('Usage: paddock-runner')
    }
  })

  test('a broken configuration is told with file and line', async () => {
    t.host.writeConfig('colour: red\n')
    const { said, exited } = paddockRunner(config())
    expect(await exited).toBe(1)
    expect(said.stderr).toMatch(/runner\.yaml:9: unknown key "colour"/)
  })

  test('--once runs one run and exits with 0; its log holds neither database password nor URL', async () => {
    const { id } = await t.queue.launch({ tasks: 1 })
    const { said, exited } = paddockRunner([...config(), '--once'])
    expect(await exited).toBe(0)
    expect(await t.queue.run(id)).toMatchObject({ status: 'succeeded' })
    expect(said.stderr).toContain('"msg":"ready"')
    expect(said.stderr).not.toContain(t.database.url)
  })

  test('--once and SIGTERM: the tree is ended within the grace, and the run says so', async () => {
    t.host.writeConfig(insteadOfEdit('silent.sh'))
    const { id } = await t.queue.launch()
    const { child, exited } = paddockRunner([...config(), '--once'])
    await t.queue.until(id, isRunning)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(await t.queue.run(id)).toMatchObject({ status: 'failed', errorCode: 'RUNNER_STOPPED' })
    expect(membersOf(id, 1)).toEqual([])
  })

  test('a second signal ends what the first one would have left', async () => {
    t.host.writeConfig(insteadOfEdit('silent.sh'))
    const { id } = await t.queue.launch()
    const { child, exited } = paddockRunner(config())
    await t.queue.until(id, isRunning)
    child.kill('SIGTERM')
    child.kill('SIGINT')
    expect(await exited).toBe(0)
    expect(await t.queue.run(id)).toMatchObject({ status: 'failed', errorCode: 'RUNNER_STOPPED' })
    expect(membersOf(id, 1)).toEqual([])
  })

  test('--cancel-running ends the runs at the first signal', async () => {
    t.host.writeConfig(insteadOfEdit('chatty.sh'))
    const { id } = await t.queue.launch()
    const { child, exited } = paddockRunner([...config(), '--cancel-running'])
    await t.queue.until(id, isRunning)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(await t.queue.run(id)).toMatchObject({ status: 'failed', errorCode: 'RUNNER_STOPPED' })
  })

  test('a fault that ends it is on its page at once, which knew nothing until the lease ended', async () => {
    // A fault that nothing of the program causes: it comes from a module loaded beside it.
    const fault = `data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('struck by lightning')})`
    const { child, said, exited } = paddockRunner(config(), { NODE_OPTIONS: `--import="${fault}"` })
    await waitUntil(() => said.stderr.includes('"msg":"ready"'))
    child.kill('SIGUSR2')
    expect(await exited).toBe(1)
    expect(said.stderr).toContain('"msg":"died"')
    const [row] = await t.queue.db.execute<{ status: string; status_reason: string }>(
      `select status, status_reason from runner where teams = '{${t.queue.teamId}}'`,
    )
    expect(row).toEqual({ status: 'gone', status_reason: 'died: Error: struck by lightning' })
  })

  test('drained, it exits with 0', async () => {
    const { said, exited } = paddockRunner(config())
    await waitUntil(() => said.stderr.includes('"msg":"ready"'))
    await setRunnerOrder(t.queue.db, { name: 'host', kind: 'drain', note: null, forMs: null, by: 'test' })
    expect(await exited).toBe(0)
    await clearRunnerOrder(t.queue.db, 'host')
  })

  test('a start that its configuration ended is told by the next one', async () => {
    mkdirSync(join(t.host.directory, 'state'))
    t.host.writeConfig('colour: red\n')
    expect(await paddockRunner(config()).exited).toBe(1)
    t.host.writeConfig()
    const { said } = paddockRunner(config())
    await waitUntil(() => said.stderr.includes('"msg":"ready"'), 30_000)
    const rows = await t.queue.db.execute<{ boot_log: string | null }>(
      `select boot_log from runner where teams = '{${t.queue.teamId}}'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.boot_log).toMatch(/runner\.yaml:9: unknown key "colour"/)
  })

  test('what a daemon said that died at boot is kept, and shown by the next one', async () => {
    const lost = paddockRunner(config(), { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    await waitUntil(() => lost.said.stderr.includes('not there yet'))
    lost.child.kill('SIGKILL')
    await lost.exited
    expect(readIfThere(join(t.host.directory, 'state', 'boot.log'))).toContain('ECONNREFUSED')
    const { said } = paddockRunner(config())
    await waitUntil(() => said.stderr.includes('"msg":"ready"'))
    const runnerId = /"runnerId":"(\w+)"/.exec(said.stderr)?.[1]
    const [row] = await t.queue.db.execute<{ boot_log: string }>(`select boot_log from runner where id = '${runnerId}'`)
    expect(row?.boot_log).toContain('ECONNREFUSED')
    expect(readFileSync(join(t.host.directory, 'state', 'boot.earlier.log'), 'utf8')).toContain('ECONNREFUSED')
  })

  test('serves its figures on loopback', async () => {
    const port = 20_000 + (process.pid % 20_000)
    t.host.writeConfig(`metricsPort: ${port}\n${insteadOfEdit('count.sh')}`)
    const { said } = paddockRunner(config())
    await waitUntil(() => said.stderr.includes('"msg":"ready"'))
    const { id } = await t.queue.launch()
    await t.queue.until(id, isRunning)
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toContain('paddock_runner_runs{stage="running"} 1')
    expect(text).toContain('paddock_runner_active_units 1')
    expect(text).toContain('paddock_runner_claims_total 1')
    await t.queue.until(id, isTerminal)
  })

  test('doctor answers in one JSON document', async () => {
    const { said, exited } = paddockRunner(['doctor', ...config(), '--json'])
    expect(await exited).toBe(0)
    const { checks } = JSON.parse(said.stdout) as { checks: { name: string; result: string }[] }
    expect(checks.find(({ name }) => name === 'database')?.result).toBe('ok')
  })

  test.runIf(process.getuid?.() === 0)(
    'as root, runs are another user and cannot read the state directory',
    async () => {
      t.host.writeConfig(`runAs: { uid: 65534, gid: 65534 }\n${insteadOfEdit('whoami.sh')}`)
      await t.start()
      const { id } = await t.queue.launch()
      expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded' })
      expect(await t.outputOf(id)).toBe('65534\n65534\n')
    },
  )
})
