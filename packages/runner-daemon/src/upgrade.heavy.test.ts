import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listEvents } from '@paddock/db'
import { afterEach, expect, test } from 'vitest'
import { insteadOfEdit, isTerminal, membersOf, waitUntil } from './testing/test-host.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()
const programs: ChildProcess[] = []
const launched: string[] = []

afterEach(async () => {
  for (const program of programs.splice(0)) {
    if (program.exitCode !== null || program.signalCode !== null) continue
    const gone = once(program, 'exit')
    program.kill('SIGTERM')
    await gone
  }
  // What a failed test left before its gate.
  for (const id of launched.splice(0)) for (const pid of membersOf(id, 1)) process.kill(pid, 'SIGKILL')
})

/** The program as a service manager starts it. Resolves when it says that it is ready. */
async function startService(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--config', t.host.configPath], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: t.host.directory, DATABASE_URL: t.database.url },
  })
  programs.push(child)
  let said = ''
  child.stderr?.on('data', (bytes) => {
    said += bytes
    t.host.lines.push(String(bytes).trim())
  })
  await waitUntil(() => said.includes('"msg":"ready"') || child.exitCode !== null, 30_000)
  expect(child.exitCode).toBeNull()
  return child
}

/** A run that ends with `status` once its gate is opened. */
async function launchGated(index: number, status: number) {
  const gate = join(t.host.directory, `gate-${index}`)
  execFileSync('mkfifo', [gate])
  const { id } = await t.queue.launch({ env: { GATE: gate, STATUS: String(status) } })
  launched.push(id)
  return { id, gate, status }
}

test('an upgrade with 20 runs under way loses none and reports the exit code of each', async () => {
  t.host.writeConfig(`${insteadOfEdit('gated.sh')}capacity: 20\n`)
  const old = await startService()
  const runs = await Promise.all(
    Array.from({ length: 20 }, (_, index) => launchGated(index, [0, 1, 0, 7, 255][index % 5] as number)),
  )
  for (const { id } of runs) await t.queue.until(id, ({ status }) => status === 'running', 60_000)
  // A shim and its shell each: none is between two programs any more.
  const leaders = new Map<string, number[]>()
  for (const { id } of runs) {
    await waitUntil(() => membersOf(id, 1).length >= 2)
    leaders.set(id, membersOf(id, 1))
  }

  const exited = once(old, 'exit')
  old.kill('SIGTERM')
  // Some end while the old program goes, some while none is there, the rest under the new one.
  const [going, between, after] = [runs.slice(0, 5), runs.slice(5, 13), runs.slice(13)]
  for (const { gate } of going) writeFileSync(gate, 'while it went\n')
  expect(await exited).toEqual([0, null])
  for (const { gate } of between) writeFileSync(gate, 'between\n')
  for (const { id } of between) await waitUntil(() => membersOf(id, 1).length === 0)
  for (const { id } of between) expect(await t.queue.run(id)).toMatchObject({ status: 'running', lostAt: null })
  await startService()
  for (const { id } of after) expect(membersOf(id, 1)).toEqual(leaders.get(id))
  for (const { gate } of after) writeFileSync(gate, 'after\n')

  for (const { id, status } of runs) {
    const run = await t.queue.until(id, isTerminal, 60_000)
    const outcome = status === 0 ? { status: 'succeeded', errorCode: null } : { status: 'failed' }
    expect(run).toMatchObject({ ...outcome, exitCode: status, epoch: 1, infraAttempts: 0, lostAt: null })
    const kinds = (await listEvents(t.queue.db, { runId: id })).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'succeeded' || kind === 'failed')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'started')).toHaveLength(1)
    expect(await t.outputOf(id)).toMatch(/^begun\n(while it went|between|after)\n$/)
    expect(membersOf(id, 1)).toEqual([])
  }
})
