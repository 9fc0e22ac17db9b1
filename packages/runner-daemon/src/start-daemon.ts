import { fileBlobStore } from '@paddock/artifacts'
import { connect } from '@paddock/db'
import { admission } from './admission.ts'
import { awaitSchema } from './boot/await-schema.ts'
import { membership } from './boot/membership.ts'
import { beginClaimed } from './claim/begin-claimed.ts'
import { claimLoop } from './claim/claim-loop.ts'
import { capacityOf, freeWeight } from './claim/free-weight.ts'
import { boundedShare, endlessShare } from './claim/share.ts'
import { effectiveConfig } from './config/effective-config.ts'
import type { DaemonOptions } from './daemon-options.ts'
import { keepDuties } from './duties/keep-duties.ts'
import { keepPruning } from './duties/keep-pruning.ts'
import { watchHealth } from './health/watch-health.ts'
import { heldRuns } from './held-runs.ts'
import type { Host } from './host.ts'
import { answerBeats } from './lease/answer-beats.ts'
import { keepLease } from './lease/keep-lease.ts'
import { renewablePool } from './lease/renewable-pool.ts'
import { daemonGauges } from './metrics/daemon-gauges.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { changeBatch } from './notify/change-batch.ts'
import { carryOutRemovals } from './removal/carry-out-removals.ts'
import { closeDaemon } from './stop/close-daemon.ts'
import { type Stopping, stopDaemon } from './stop/stop-daemon.ts'
import { turn } from './turn.ts'
import { keepListening } from './wake/keep-listening.ts'

export interface Daemon extends Stopping {
  runnerId(): string
  /** Says on the page of the runner what ends this process, and nothing else: what it runs goes on. */
  lastWords(reason: string): Promise<void>
  /** Resolves when a `once` has done its share, or after a stop or a drain. */
  readonly finished: Promise<void>
}

/** Registers, adopts what an earlier boot left, and takes work until it is stopped. Here its parts are put together. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { configFile, state, databaseUrl, environment, mode, version, limits, log, ports } = options
  const { clock, bootClockMs } = ports
  const config = effectiveConfig(configFile, options.overrides)
  const called = `paddock-runner ${config().name}`
  const open = (applicationName: string, max: number) =>
    connect(databaseUrl, { role: 'paddock_runner', applicationName, max })
  const pool = renewablePool(() => open(called, 4))
  const { db } = pool
  const host: Host = {
    ...{ db, state, limits, log, environment, config, clock },
    ...{ table: ports.table, moments: ports.moments, wallClockMs: ports.wallClockMs },
    changes: changeBatch(db, log, limits),
    blobs: fileBlobStore(config().blobDir),
    removals: carryOutRemovals({ db, state, config, log, clock }),
  }
  const health = watchHealth(state, config, { clock, room: ports.room })
  const metrics = await openMetrics({ config: config(), version, environment, log })
  const finished = Promise.withResolvers<void>()
  /** Something may be there to claim, or the capacity to claim it. */
  const claimable = turn()

  const runs = heldRuns(() => {
    metrics.ended()
    claimable.wake()
    share.ended()
  })
  const onceWait = { idleMs: () => config().onceWait, heldRuns: () => runs.all().length, onDone: finished.resolve }
  const share = mode.kind === 'once' ? boundedShare(mode.maxRuns, { clock, ...onceWait }) : endlessShare
  const member = membership(host, {
    ...{ runs, reports: health, earlierBootLog: options.earlierBootLog },
    introduce: () => ({
      ...{ name: config().name, version, labels: admit.labels(), teams: config().teams ?? null },
      ...{ capacity: capacityOf(config()), once: mode.kind === 'once', offers: admit.offers() },
    }),
  })
  const admit = admission(host, {
    ...{ configFile, effective: config, health, runnerId: member.runnerId },
    holdsNothing: () => runs.all().length === 0,
    onOrder: claimable.wake,
    onDrained() {
      if (mode.kind !== 'service' || mode.whenDrained === 'stay') return
      log.info({}, 'drained: it holds no run any more, and ends')
      void stopDrained()
    },
  })

  await awaitSchema(db, { version, clock, log })
  await member.join()
  const lease = keepLease(
    answerBeats(host, { member, runs, admit, metrics, bootClockMs, renewPool: () => pool.renew() }),
    { connect: () => open(`${called} beat`, 1), bootClockMs, limits, log },
  )
  metrics.observe(daemonGauges(host, { runs, lease, bootClockMs }))
  const wake = await keepListening(
    databaseUrl,
    `${called} listener`,
    {
      onWake(kind, id) {
        if (kind === 'run') claimable.wake()
        else if (kind === 'runner' ? id === config().name : runs.all().some((run) => run.runId === id)) lease.beatNow()
      },
      onListening() {
        claimable.wake()
        lease.beatNow()
      },
    },
    { limits, log },
  )
  // Last: between its first claim and the caller's handlers of signals there is no moment at which a signal kills it.
  const claims = claimLoop(host, claimable, {
    runnerId: member.runnerId,
    requirements: () => ({ labels: admit.labels(), teams: config().teams ?? null }),
    mayClaim: admit.mayClaim,
    freeWeight: () => freeWeight(capacityOf(config()), runs.all()),
    isListening: wake.isListening,
    runsLeft: share.runsLeft,
    begin: beginClaimed(host, { runs, share, health, metrics }),
    random: ports.random,
    onNoAnswer: () => pool.renew(),
    onFailure: metrics.claimFailed,
  })
  const duties = keepDuties(host, ports.random)
  const timers = [share.close, keepPruning(host), duties.close]
  share.watch()
  const { stopDrained, ...stopping } = stopDaemon(mode, {
    ...{ runs, clock, adopt: member.adopt },
    async endClaims() {
      await admit.close()
      await claims.stop()
    },
    async close(reason) {
      await closeDaemon(host, { timers, wake, metrics, lease, member, pool }, reason)
      finished.resolve()
    },
  })
  log.info({ runnerId: member.runnerId(), labels: admit.labels(), version }, 'ready')
  return { runnerId: member.runnerId, lastWords: member.leave, finished: finished.promise, ...stopping }
}
