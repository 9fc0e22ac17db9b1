import { fileBlobStore } from '@paddock/artifacts'
import {
  connect,
  expectedSchemaVersion,
  holdReaping,
  leaveRunner,
  registerRunner,
  schemaVersion,
  updateRunner,
} from '@paddock/db'
import type { QueueLimits } from '@paddock/domain'
import { admission } from './admission.ts'
import { adoptHeld } from './boot/adopt-held.ts'
import { type ClaimLoop, claimLoop } from './claim/claim-loop.ts'
import { capacityOf, freeWeight } from './claim/free-weight.ts'
import type { Clock } from './clock.ts'
import type { RunnerConfig } from './config/config.ts'
import type { ConfigFile } from './config/config-file.ts'
import { keepDuties } from './duties/keep-duties.ts'
import { pruneRecords } from './duties/prune-records.ts'
import { type HostRoom, watchHealth } from './health/watch-health.ts'
import { heldRuns } from './held-runs.ts'
import type { Host } from './host.ts'
import { keepLease } from './lease/keep-lease.ts'
import { renewablePool } from './lease/renewable-pool.ts'
import { describeError, isOutage } from './log/describe-error.ts'
import type { Log } from './log/log.ts'
import { type Metrics, noMetrics } from './metrics/metrics.ts'
import { queueReader } from './metrics/read-queue.ts'
import type { Moments } from './moments.ts'
import { changeBatch } from './notify/change-batch.ts'
import type { ProcessTable } from './process/process-table.ts'
import { carryOutRemovals } from './removal/carry-out-removals.ts'
import type { StartReports } from './run/begin-run.ts'
import type { LiveRun } from './run/live-run.ts'
import { superviseRun } from './run/supervise-run.ts'
import type { StateDir } from './state/open-state-dir.ts'
import { keepListening, type Wake } from './wake/keep-listening.ts'

export interface DaemonOptions {
  configFile: ConfigFile
  /** What the command line says over the file. */
  overrides: { labels: string[]; name?: string; capacity?: RunnerConfig['capacity'] }
  state: StateDir
  databaseUrl: string
  environment: NodeJS.ProcessEnv
  mode: { kind: 'service' } | { kind: 'once'; maxRuns: number }
  version: string
  /** What an earlier boot said that never came up; shown on the runner's page. */
  earlierBootLog: string | null
  limits: QueueLimits
  log: Log
  ports: DaemonPorts
}

/** The outside world. */
export interface DaemonPorts {
  clock: Clock
  table: ProcessTable
  moments: Moments
  room: HostRoom
  random(): number
  bootClockMs(): number
  wallClockMs(): number
}

export interface Daemon {
  runnerId(): string
  /** No more claims. A service leaves its runs to the next start; with `once` nobody would adopt them: they are ended. */
  stop(): Promise<void>
  /** The same, but every run is ended within its grace. */
  stopWithRuns(): Promise<void>
  /** Resolves when a `once` has done its share, or after a stop. */
  readonly finished: Promise<void>
}

/** Results of runs that are ending get this long at a stop; then the next start stores them. */
const drainPatienceMs = 10_000

/** The schema of the database is not the one that this version was written for; the message says which to upgrade. */
export class VersionMismatch extends Error {
  override name = 'VersionMismatch'
}

/** Registers, adopts what an earlier boot left, and takes work until it is stopped. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { configFile, state, databaseUrl, environment, mode, limits, log, ports } = options
  const config = (): RunnerConfig => {
    const file = configFile.current()
    const { labels, name, capacity } = options.overrides
    return {
      ...file,
      name: name ?? file.name,
      labels: [...file.labels, ...labels],
      capacity: capacity ?? file.capacity,
    }
  }
  const applicationName = `paddock-runner ${config().name}`
  const pool = renewablePool(() => connect(databaseUrl, { role: 'paddock_runner', applicationName, max: 4 }))
  const { db } = pool
  const changes = changeBatch(db, log, limits)
  const host: Host = {
    ...{ db, state, limits, log, changes, environment, config },
    ...{ table: ports.table, clock: ports.clock, moments: ports.moments, wallClockMs: ports.wallClockMs },
    blobs: fileBlobStore(config().blobDir),
    removals: carryOutRemovals({ db, state, config, log, clock: ports.clock }),
  }
  const health = watchHealth(state, config, { clock: ports.clock, room: ports.room })

  let runnerId = ''
  let claimed = 0
  let resolveFinished = () => {}
  const finished = new Promise<void>((resolve) => {
    resolveFinished = resolve
  })
  let metrics: Metrics = noMetrics
  const admit = admission(host, { configFile, effective: config, health, runnerId: () => runnerId })
  const runs = heldRuns(() => {
    metrics.ended()
    claims?.wake()
    quietSinceMs = ports.clock.nowMs()
    if (mode.kind === 'once' && claimed >= mode.maxRuns && runs.all().length === 0) resolveFinished()
  })
  let claims: ClaimLoop | null = null
  let wake: Wake | null = null
  let quietSinceMs = ports.clock.nowMs()
  let lastBeatAtMs = ports.bootClockMs()

  await databaseReady()
  await join()
  const lease = keepLease(
    {
      runnerId: () => runnerId,
      beforeBeat: () => runs.remember(),
      onBeat(beat) {
        const beatAtMs = ports.bootClockMs()
        if (beatAtMs - lastBeatAtMs > 2 * limits.beatEveryMs) metrics.beatLate()
        lastBeatAtMs = beatAtMs
        admit.onBeat(beat)
        const unknown = runs.compare(beat.held)
        if (unknown.length > 0)
          void adopt(runnerId).catch((error: unknown) => log.warn({ error: describeError(error) }, 'not adopted'))
      },
      async onGone() {
        log.warn({ runnerId }, 'the database knows this boot no longer; joining again')
        await join()
      },
      onLeaseEnding() {
        for (const run of runs.all()) if (run.isRequeueable) run.end({ kind: 'lease' })
      },
      onBeatFailed: () => metrics.beatFailed(),
      onNoAnswer: () => pool.renew(),
      async onOutageOver(lastedMs) {
        log.warn({ lastedMs }, 'the database answers again')
        await holdReaping(db, { limits })
      },
    },
    {
      connect: () =>
        connect(databaseUrl, { role: 'paddock_runner', applicationName: `${applicationName} beat`, max: 1 }),
      ...{ bootClockMs: ports.bootClockMs, limits, log },
    },
  )
  const { metricsPort } = config()
  if (metricsPort !== undefined) metrics = await openMetrics(metricsPort)
  wake = await keepListening(
    databaseUrl,
    `${applicationName} listener`,
    {
      onWake(kind, id) {
        if (kind === 'run') claims?.wake()
        else if (kind === 'runner' ? id === config().name : runs.all().some((run) => run.runId === id)) lease.beatNow()
      },
      onListening: () => {
        claims?.wake()
        lease.beatNow()
      },
    },
    { limits, log },
  )
  // Last: between its first claim and the caller's handlers of signals there is no moment at which a signal kills it.
  claims = claimLoop(host, {
    runnerId: () => runnerId,
    requirements: () => ({ labels: admit.labels(), teams: config().teams ?? null }),
    mayClaim: () => admit.mayClaim(),
    freeWeight: () => freeWeight(capacityOf(config()), runs.all()),
    isListening: () => wake?.isListening() ?? false,
    runsLeft: () => (mode.kind === 'once' ? mode.maxRuns - claimed : Number.POSITIVE_INFINITY),
    begin(run) {
      claimed++
      metrics.claimed((run.claimedAt?.getTime() ?? 0) - run.queuedAt.getTime())
      const claimedMs = ports.clock.nowMs()
      const reports: StartReports = {
        spawned() {
          metrics.started(ports.clock.nowMs() - claimedMs)
          health.spawned()
        },
        spawnFailed(reason, probe) {
          metrics.startFailed()
          health.spawnFailed(reason, probe)
        },
      }
      runs.add(superviseRun(host, run, 'claimed', reports))
    },
    random: ports.random,
    onNoAnswer: () => pool.renew(),
    onFailure: () => metrics.claimFailed(),
  })
  const duties = keepDuties(host, ports.random)
  const pruning = setInterval(() => pruneRecords(state.path, config().keepRunRecords, ports.wallClockMs()), 3_600_000)
  pruneRecords(state.path, config().keepRunRecords, ports.wallClockMs())
  const idleWatch = mode.kind === 'once' ? setInterval(endWhenIdle, 250) : null
  log.info({ runnerId, labels: admit.labels(), version: options.version }, 'ready')

  async function openMetrics(port: number): Promise<Metrics> {
    const { serveMetrics } = await import('./metrics/serve-metrics.ts')
    return serveMetrics(port, {
      capacity: () => inUnits(capacityOf(config())),
      activeWeight: () => runs.all().reduce((sum, { weight }) => sum + weight, 0) / 100,
      runsByStage: () => countBy(runs.all().map(({ stage }) => stage)),
      secondsSinceBeat: () => (ports.bootClockMs() - lease.lastBeatMs()) / 1_000,
      ingestLagSeconds: () => Math.max(0, ...runs.all().filter(isFollowed).map(lagSeconds)),
      queue: queueReader(db, { limits, clock: ports.clock }),
    })
  }

  function isFollowed({ stage }: LiveRun): boolean {
    return stage === 'running' || stage === 'ending' || stage === 'storing'
  }

  function lagSeconds({ storedAtMs }: LiveRun): number {
    return (ports.clock.nowMs() - storedAtMs) / 1_000
  }

  async function databaseReady(): Promise<void> {
    for (;;) {
      try {
        const found = await schemaVersion(db)
        if (found === expectedSchemaVersion) return
        throw new VersionMismatch(
          found > expectedSchemaVersion
            ? `The database is at schema ${found}, this runner (${options.version}) knows ${expectedSchemaVersion}: upgrade the runner.`
            : `The database is at schema ${found}, this runner (${options.version}) needs ${expectedSchemaVersion}: upgrade the web program, which migrates it.`,
        )
      } catch (error) {
        if (!isOutage(error)) throw error
        log.warn({ error: describeError(error) }, 'the database is not there yet')
        await ports.clock.sleep(1_000)
      }
    }
  }

  async function join(): Promise<void> {
    const { name, teams } = config()
    const row = await registerRunner(db, {
      ...{ name, hostId: state.hostId, bootId: ports.table.boot(), pid: process.pid, version: options.version },
      ...{ labels: admit.labels(), teams: teams ?? null, capacity: capacityOf(config()) },
      ...{ once: mode.kind === 'once', offers: admit.offers() },
    })
    if (options.earlierBootLog !== null) await updateRunner(db, row.id, { bootLog: options.earlierBootLog })
    await adopt(row.id)
    // Only now: to a claim under way this boot would seem idle, and get a run that is heavier than what is free.
    runnerId = row.id
  }

  /** Takes over what the database holds for this host, and fences what it does not. */
  async function adopt(asRunner: string): Promise<void> {
    const before = runs.all()
    const adoption = await adoptHeld(host, asRunner, runs.has)
    for (const run of before) {
      if (run.stage !== 'finishing' && !adoption.isHeld(run.runId, run.epoch))
        run.fence('the database did not let this host keep it')
    }
    for (const { run, adopted } of adoption.runs) {
      if (runs.has(run.id, run.epoch)) continue
      log.info({ runId: run.id, epoch: run.epoch, found: adopted.kind }, 'adopted')
      runs.add(superviseRun(host, run, adopted, health))
    }
  }

  function endWhenIdle(): void {
    if (runs.all().length > 0) quietSinceMs = ports.clock.nowMs()
    else if (ports.clock.nowMs() - quietSinceMs >= config().onceWait) resolveFinished()
  }

  let stopping: Promise<void> | null = null
  let isEndingRuns = false
  async function close(reason: string): Promise<void> {
    if (idleWatch) clearInterval(idleWatch)
    clearInterval(pruning)
    duties.close()
    await wake
      ?.close()
      .catch((error: unknown) => log.warn({ error: describeError(error) }, 'the listener did not close'))
    await metrics.close()
    await changes.close()
    // Beats go on until here: nobody may call these runs lost while somebody cares for them.
    await lease.close()
    await leaveRunner(db, runnerId, reason).catch((error: unknown) =>
      log.warn({ error: describeError(error) }, 'left without a word'),
    )
    await pool.close()
    state.close()
    resolveFinished()
  }

  async function drain(): Promise<void> {
    await admit.close()
    await claims?.stop()
    for (const run of runs.all())
      if (run.stage === 'claimed' || run.stage === 'running' || run.stage === 'ending') run.handOver()
    const deadline = ports.clock.nowMs() + drainPatienceMs
    while (runs.all().length > 0 && ports.clock.nowMs() < deadline) await ports.clock.sleep(50)
    for (const run of runs.all()) run.handOver()
    if (!isEndingRuns) return close('stopped; its runs wait for the next start')
    // Asked to end them after all: they are taken back first.
    await adopt(runnerId)
    await endRuns()
    await close('stopped')
  }

  async function endAll(): Promise<void> {
    // Before anything else: a batch system signals the whole tree at once, and a run that dies of that died of the stop.
    for (const run of runs.all()) run.end({ kind: 'stop' })
    await admit.close()
    await claims?.stop()
    await endRuns()
    await close('stopped')
  }

  async function endRuns(): Promise<void> {
    for (const run of runs.all()) run.end({ kind: 'stop' })
    while (runs.all().length > 0) await ports.clock.sleep(50)
  }

  return {
    runnerId: () => runnerId,
    stop: () => (stopping ??= mode.kind === 'once' ? endAll() : drain()),
    stopWithRuns() {
      isEndingRuns = true
      stopping ??= endAll()
      return stopping
    },
    finished,
  }
}

const inUnits = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)

function countBy(words: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
