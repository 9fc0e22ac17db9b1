import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { enqueueRun, migrate, type NewRun } from '@paddock/db'
import * as schema from '@paddock/db/schema'
import { type ScratchPostgres, seededRandom, startScratchPostgres } from '@paddock/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { isOutage } from './log/describe-error.ts'
import { compileCache, type DaemonProcess, daemonProcess } from './testing/daemon-process.ts'
import { liveAttempts } from './testing/live-attempts.ts'
import { lateLabel, soakRuns } from './testing/soak-runs.ts'
import { type TestHost, type TestQueue, testHost, testQueue } from './testing/test-host.ts'
import { busyLimits } from './testing/test-limits.ts'
import { checkWaitReason } from './testing/waiting-truth.ts'

const seed = Number(process.env.PADDOCK_SOAK_SEED ?? 20_261_130)
const unrestMs = 100_000
const howMany = 300
const fleet = [
  { labels: ['fast'], capacity: 4 },
  { labels: ['fast', 'big'], capacity: 3 },
  { labels: ['slow'], capacity: 2 },
]

const say = (text: string) => process.stderr.write(`${text}\n`)

let server: ScratchPostgres
let queue: TestQueue
let hosts: TestHost[] = []
let daemons: DaemonProcess[] = []
const runs = new Map<string, NewRun>()
const figures = { seed, kills: 0, shutdowns: 0, crashes: 0, samples: 0, unanswered: 0, mostAtOnce: 0 }
const reasons: Record<string, number> = {}
/** The runs have ended, or the test has failed. */
let isOver = false

beforeAll(async () => {
  server = await startScratchPostgres()
  await migrate(server.url)
  queue = await testQueue(server.url)
  hosts = fleet.map(() => testHost(server.url, queue.teamId))
  for (const index of fleet.keys()) configure(index, [])
  daemons = hosts.map((host) => daemonProcess(host, server.url))
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') for (const host of hosts) say(host.lines.slice(-100).join('\n'))
})
afterAll(async () => {
  for (const daemon of daemons) await daemon.stop()
  for (const [attempt, members] of liveAttempts()) {
    if (!runs.has(attempt.split('.')[0] ?? '')) continue
    for (const member of members) process.kill(Number(member.split(' ')[0]), 'SIGKILL')
  }
  await queue.close()
  await server.close()
  for (const host of hosts) host.remove()
})

function configure(index: number, more: string[]): void {
  const { labels = [], capacity = 1 } = fleet[index] ?? {}
  const host = hosts[index] as TestHost
  host.writeConfig(`capacity: ${capacity}\nlabels: [${[...labels, ...more].join(', ')}]
environment: { set: { NODE_COMPILE_CACHE: "${compileCache}" } }\n`)
}

/** Does it again while the server is away; what it was told twice it must understand. */
async function patiently<T>(act: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isOutage(error) || performance.now() > deadline) throw error
      await systemClock.sleep(100)
    }
  }
}

async function enqueueAll(random: () => number): Promise<void> {
  for (const run of soakRuns(queue.teamId, howMany, random)) {
    const { kind, run: row } = await patiently(() => enqueueRun(queue.db, run))
    expect(['created', 'existing']).toContain(kind)
    runs.set(row.id, run)
    if (isOver) return
    await systemClock.sleep(random() * ((1.6 * unrestMs) / howMany))
  }
}

/** Kills, restarts and pauses of seeded kind and length. */
async function unrest(random: () => number): Promise<void> {
  const until = performance.now() + unrestMs
  while (!isOver && performance.now() < until) {
    await systemClock.sleep(500 + random() * 2_500)
    const dice = random()
    // Most find everybody at work; the others hit programs that are only coming up.
    if (random() < 0.7) await everyoneUp()
    if (dice < 0.2) {
      figures.shutdowns++
      await server.restart('shutdown')
    } else if (dice < 0.4) {
      figures.crashes++
      await server.restart('kill')
    } else {
      const daemon = daemons[Math.floor(random() * daemons.length)] as DaemonProcess
      figures.kills++
      await daemon.kill()
      // One time in six for longer than a lease: what it runs is lost, and adopted after.
      await systemClock.sleep(random() < 1 / 6 ? busyLimits.leaseMs * 1.5 : random() * 1_500)
      daemon.start()
    }
  }
}

async function everyoneUp(): Promise<void> {
  while (!isOver && !daemons.every((daemon) => daemon.isUp())) await systemClock.sleep(100)
}

/** One workspace, one writer: by the processes that live. Found twice, or one had just made way for the other. */
async function checkWriters(): Promise<void> {
  const first = writers()
  if ([...first.values()].every((attempts) => attempts.length < 2)) return
  const again = writers()
  for (const [key, attempts] of first) {
    const both = attempts.filter((one) => again.get(key)?.includes(one))
    expect(both.length, `writers of ${key}: ${both.join(', ')}`).toBeLessThan(2)
  }
}

function writers(): Map<string, string[]> {
  const byKey = new Map<string, string[]>()
  const attempts = [...liveAttempts().keys()].filter((attempt) => runs.has(attempt.split('.')[0] ?? ''))
  figures.mostAtOnce = Math.max(figures.mostAtOnce, attempts.length)
  for (const attempt of attempts) {
    const key = runs.get(attempt.split('.')[0] ?? '')?.workspaceKey
    if (key) byKey.set(key, [...(byKey.get(key) ?? []), attempt])
  }
  return byKey
}

/**
 * No host above its capacity, but with one run alone that is heavier than all of it. A claim whose answer was lost is
 * `starting` without a process until it is given back: it weighs on nobody.
 */
async function checkCapacity(): Promise<void> {
  const loads = await queue.db.execute<{ capacity: number; runs: number; weight: number }>(`
    select max(runner.capacity) as capacity, count(*)::integer as runs, sum(run.weight)::integer as weight
    from run join runner on runner.id = run.runner_id where run.status = 'running' group by run.host_id`)
  for (const load of loads) {
    expect(load.weight <= load.capacity || load.runs === 1, JSON.stringify(load)).toBe(true)
  }
}

async function checkReasons(random: () => number): Promise<void> {
  const waiting = await queue.db.execute<{ id: string }>(`select id from run where status = 'queued' order by seq`)
  for (let n = 0; n < 3 && waiting.length > 0; n++) {
    const { id = '' } = waiting[Math.floor(random() * waiting.length)] ?? {}
    const checked = await checkWaitReason(queue.db, id, runs.get(id)?.requires ?? [])
    if (checked === null || !runs.has(id)) continue
    expect(checked.lie).toBeNull()
    reasons[checked.reason.kind] = (reasons[checked.reason.kind] ?? 0) + 1
  }
}

async function sample(random: () => number): Promise<void> {
  while (!isOver) {
    await checkWriters()
    try {
      await checkCapacity()
      await checkReasons(random)
      figures.samples++
    } catch (error) {
      if (!isOutage(error)) throw error
      figures.unanswered++
    }
    await systemClock.sleep(300)
  }
}

const unended = () => patiently(() => queue.db.execute(`select id from run where finished_at is null`))

async function work(): Promise<void> {
  await Promise.all([enqueueAll(seededRandom(seed + 2)), unrest(seededRandom(seed + 3))])
  configure(2, [lateLabel])
  while (!isOver && (await unended()).length > 0) await systemClock.sleep(500)
}

test('three daemons and their database, killed at random, end each of 300 runs once, with its true result', async () => {
  say(`PADDOCK_SOAK_SEED=${seed}`)
  const from = performance.now()
  for (const daemon of daemons) daemon.start()
  await everyoneUp()
  const sampling = sample(seededRandom(seed + 1))
  const working = work()
  try {
    await Promise.race([working, sampling])
  } finally {
    isOver = true
    await Promise.allSettled([working, sampling])
  }
  await sampling
  await checkEnds()
  say(JSON.stringify({ ...figures, reasons, seconds: Math.round((performance.now() - from) / 1_000) }))
})

interface End extends Record<string, unknown> {
  id: string
  status: string
  exitCode: number | null
  directory: string
  passed: number
  trials: number
  superseded: number
  ends: number
  starts: number
  lost: number
  requeued: number
  adopted: number
}

async function checkEnds(): Promise<void> {
  const count = (kinds: string) =>
    `(select count(*)::integer from run_event where run_id = run.id and kind in (${kinds}))`
  const ends = await queue.db.execute<End>(`
    select id, status, exit_code as "exitCode", directory, trials_passed as passed,
      (select count(*)::integer from trial where run_id = run.id and superseded_at is null) as trials,
      (select count(*)::integer from trial where run_id = run.id and superseded_at is not null) as superseded,
      ${count(`'succeeded', 'failed', 'cancelled', 'orphaned'`)} as ends, ${count(`'started'`)} as starts,
      ${count(`'lost'`)} as lost, ${count(`'requeued'`)} as requeued, ${count(`'adopted'`)} as adopted
    from run order by seq`)
  expect(ends).toHaveLength(howMany)
  const outcomes = new Map<string, boolean>()
  const times = new Map<string, { from: string; to: string; id: string }[]>()
  for (const end of ends) {
    const { agent, workspaceKey } = runs.get(end.id) as NewRun
    expect(end).toMatchObject({ status: 'succeeded', exitCode: 0, trials: 1, ends: 1 })
    // What a lost attempt left stays, and counts for nothing.
    expect(end.superseded, end.id).toBeLessThanOrEqual(end.requeued)
    // Started again only where it was queued again.
    expect(end.starts, end.id).toBeLessThanOrEqual(1 + end.requeued)
    const result = JSON.parse(readFileSync(join(end.directory, 'result.json'), 'utf8'))
    const attempts = result.tasks.flatMap((task: { runs: { success: boolean }[] }) => task.runs)
    expect(attempts).toHaveLength(1)
    expect(end.passed).toBe(attempts[0].success ? 1 : 0)
    // The same coin falls the same way every time.
    const known = outcomes.get(agent ?? '') ?? attempts[0].success
    expect(attempts[0].success).toBe(known)
    outcomes.set(agent ?? '', known)
    if (!workspaceKey) continue
    const written = { from: result.startedAt, to: result.finishedAt, id: end.id }
    times.set(workspaceKey, [...(times.get(workspaceKey) ?? []), written])
  }
  expect(outcomes.get('oracle')).toBe(true)
  for (const written of times.values()) {
    written.sort((a, b) => a.from.localeCompare(b.from))
    for (const [index, next] of written.slice(1).entries()) {
      const before = written[index]
      expect((before?.to ?? '') <= next.from, `${before?.id} and ${next.id} wrote at once`).toBe(true)
    }
  }
  expect(await queue.db.select().from(schema.keyLock)).toEqual([])
  const sum = (key: 'lost' | 'requeued' | 'adopted') => ends.reduce((total, end) => total + end[key], 0)
  Object.assign(figures, { lost: sum('lost'), requeued: sum('requeued'), adopted: sum('adopted') })
}
