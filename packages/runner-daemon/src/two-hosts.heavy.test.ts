import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listEvents, migrate, readOutput } from '@paddock/db'
import { type ScratchPostgres, startScratchPostgres } from '@paddock/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { type DaemonProcess, daemonProcess } from './testing/daemon-process.ts'
import { liveAttempts } from './testing/live-attempts.ts'
import { canMakeNetworks, type NetworkHost, networkHost } from './testing/network-host.ts'
import {
  insteadOfEdit,
  isTerminal,
  membersOf,
  type TestHost,
  type TestQueue,
  testHost,
  testQueue,
  waitUntil,
} from './testing/test-host.ts'
import { busyLimits } from './testing/test-limits.ts'

const possible = canMakeNetworks()
let directory: string
let server: ScratchPostgres
let queue: TestQueue
const networks: NetworkHost[] = []
const hosts: TestHost[] = []
const daemons: DaemonProcess[] = []
const launched = new Set<string>()

beforeAll(async () => {
  if (!possible) return
  directory = mkdtempSync(join(tmpdir(), 'paddock-two-hosts-'))
  // PostgreSQL runs as nobody where the tests run as root.
  chmodSync(directory, 0o755)
  networks.push(networkHost(1), networkHost(2))
  const addresses = ['127.0.0.1', ...networks.map(({ address }) => address)]
  const rules = join(directory, 'pg_hba.conf')
  writeFileSync(rules, ['127.0.0.1/32', '198.18.0.0/16'].map((net) => `host all all ${net} scram-sha-256\n`).join(''))
  server = await startScratchPostgres({ listen_addresses: addresses.join(','), hba_file: rules })
  await migrate(server.url)
  queue = await testQueue(server.url)
  for (const [index, { address, prefix }] of networks.entries()) {
    const url = new URL(server.url)
    url.hostname = address
    const host = testHost(url.href, queue.teamId)
    host.writeConfig(`${insteadOfEdit('gated.sh')}capacity: 10\nlabels: [host-${index}]\n`)
    hosts.push(host)
    daemons.push(daemonProcess(host, url.href, prefix))
  }
})
afterAll(async () => {
  if (!possible) return
  for (const network of networks) network.restore()
  for (const daemon of daemons) await daemon.kill()
  for (const [attempt, members] of liveAttempts()) {
    if (!launched.has(attempt.split('.')[0] ?? '')) continue
    for (const member of members) process.kill(Number(member.split(' ')[0]), 'SIGKILL')
  }
  await queue.close()
  await server.close()
  for (const network of networks) network.remove()
  for (const host of hosts) host.remove()
  rmSync(directory, { recursive: true })
})

interface Gated {
  id: string
  /** Lets its process end with the status that it was launched with. */
  open(): Promise<void>
}

async function launch(name: string, status: number, more: Parameters<TestQueue['launch']>[1] = {}): Promise<Gated> {
  const gate = join(directory, name)
  execFileSync('mkfifo', [gate])
  const { id } = await queue.launch({ name, env: { GATE: gate, STATUS: String(status) } }, more)
  launched.add(id)
  return { id, open: () => writeFile(gate, 'opened\n') }
}

const isRunning = ({ status }: { status: string }) => status === 'running'
const atFirst = { requires: ['benchmark:edit', 'host-0'] }
const countOf = async ({ id }: Gated, kind: string) =>
  (await listEvents(queue.db, { runId: id })).filter((event) => event.kind === kind).length

async function outputOf({ id }: Gated): Promise<string> {
  const page = await readOutput(queue.db, { runId: id, maxBytes: 100_000 })
  return page?.chunks.map(({ text }) => text).join('') ?? ''
}

test.skipIf(!possible)(
  'a host that is cut off loses touch, not its runs: nothing is orphaned or run twice, and all end truly after',
  async () => {
    const [first, second] = daemons as [DaemonProcess, DaemonProcess]
    const [cable] = networks as [NetworkHost, NetworkHost]
    first.start()
    const repeatable = await launch('repeatable', 0, { onLost: 'requeue' })
    const survivor = await launch('survivor', 0, { ...atFirst, workspaceKey: '/work/shared' })
    const endsAlone = await launch('ends-alone', 4, atFirst)
    for (const { id } of [repeatable, survivor, endsAlone]) await queue.until(id, isRunning, 60_000)
    for (const { id } of [repeatable, survivor, endsAlone]) await waitUntil(() => membersOf(id, 1).length >= 2)
    second.start()
    const bystander = await launch('bystander', 0, { requires: ['benchmark:edit', 'host-1'] })
    await queue.until(bystander.id, isRunning, 60_000)
    const waiter = await launch('waiter', 0, { workspaceKey: '/work/shared' })
    const survivors = membersOf(survivor.id, 1)

    cable.cut()
    const cutMs = performance.now()
    await waitUntil(() => membersOf(repeatable.id, 1).length === 0)
    expect(performance.now() - cutMs).toBeLessThan(busyLimits.leaseMs)
    expect(hosts[0]?.lines.join('\n')).toContain('the lease is ending')
    expect(membersOf(survivor.id, 1)).toEqual(survivors)
    // The other host reaps, and takes what may be repeated.
    for (const { id } of [survivor, endsAlone]) await queue.until(id, ({ lostAt }) => lostAt !== null)
    expect(performance.now() - cutMs).toBeGreaterThan(busyLimits.leaseMs)
    const again = await queue.until(repeatable.id, ({ epoch, status }) => epoch > 1 && status === 'running', 30_000)
    expect(again.infraAttempts).toBe(1)

    await endsAlone.open()
    await waitUntil(() => membersOf(endsAlone.id, 1).length === 0)
    await systemClock.sleep(2 * busyLimits.leaseMs)
    for (const { id } of [survivor, endsAlone]) {
      expect(await queue.run(id)).toMatchObject({ status: 'running', epoch: 1, errorCode: null })
      expect((await queue.run(id)).lostAt).not.toBeNull()
    }
    expect(await queue.run(waiter.id)).toMatchObject({ status: 'queued', epoch: 0 })
    expect(await queue.run(bystander.id)).toMatchObject({ status: 'running', epoch: 1, lostAt: null })
    const living = [...liveAttempts().keys()].filter((attempt) => launched.has(attempt.split('.')[0] ?? ''))
    expect(living.sort()).toEqual([`${survivor.id}.1`, `${bystander.id}.1`, `${repeatable.id}.${again.epoch}`].sort())

    cable.restore()
    const ended = await queue.until(endsAlone.id, isTerminal, 60_000)
    expect(ended).toMatchObject({ status: 'failed', exitCode: 4, epoch: 1, errorCode: 'PROCESS_FAILED' })
    await queue.until(survivor.id, ({ lostAt }) => lostAt === null, 60_000)
    expect(membersOf(survivor.id, 1)).toEqual(survivors)
    for (const run of [survivor, repeatable, bystander, waiter]) await run.open()
    for (const run of [survivor, repeatable, bystander, waiter]) {
      const row = await queue.until(run.id, isTerminal, 60_000)
      expect(row).toMatchObject({ status: 'succeeded', exitCode: 0, errorCode: null })
    }
    for (const run of [survivor, endsAlone, bystander, waiter]) {
      expect(await countOf(run, 'started')).toBe(1)
      expect(await outputOf(run)).toBe('begun\nopened\n')
    }
    for (const run of [survivor, endsAlone]) {
      expect(await countOf(run, 'lost')).toBe(1)
      expect(await countOf(run, 'adopted')).toBe(1)
    }
    expect(await countOf(repeatable, 'started')).toBe(2)
    expect((await queue.run(repeatable.id)).epoch).toBe(again.epoch)
    for (const run of [survivor, repeatable, endsAlone, bystander]) {
      expect((await countOf(run, 'succeeded')) + (await countOf(run, 'failed'))).toBe(1)
    }
  },
)
