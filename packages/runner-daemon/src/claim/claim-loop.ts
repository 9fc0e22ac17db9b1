import { type Claim, type ClaimedRun, claimRuns, findLanes } from '@paddock/db'
import type { Host } from '../host.ts'
import { NoAnswer, within } from '../lease/within.ts'
import { describeError } from '../log/describe-error.ts'
import type { Turn } from '../turn.ts'

/** Runs of one claim at most: each becomes a process before the next claim. */
const claimLimit = 8
/** A claim takes milliseconds; a connection that does not answer for this long is dead. */
const answerMs = 15_000
/** Lanes are asked for again after this long, and when a wake-up brought nothing. */
const lanesFreshMs = 5_000

export interface ClaimPorts {
  runnerId(): string
  requirements(): { labels: string[]; teams: string[] | null }
  /** Looks at everything that can speak against a claim, the configuration first. False: not now. */
  mayClaim(): Promise<boolean>
  /** Hundredths; null: no cap. */
  freeWeight(): number | null
  isListening(): boolean
  /** How many more runs may be claimed at all. */
  runsLeft(): number
  begin(run: ClaimedRun): void
  /** A statement was not answered. A claim that came through all the same is found by the beats, and given back. */
  onNoAnswer(): void
  onFailure(): void
  random(): number
}

export interface ClaimLoop {
  /** Resolves when no claim is under way any more, and none will be. */
  stop(): Promise<void>
}

/** Claims whenever `woken` is, and by polling: a wake-up is a hint that may be lost. */
export function claimLoop(host: Host, woken: Turn, ports: ClaimPorts): ClaimLoop {
  let stopped = false
  let lanes: { ids: number[]; atMs: number } | null = null
  let misfit: { runId: string; sinceMs: number } | null = null

  async function currentLanes(mustBeNew: boolean): Promise<number[]> {
    if (lanes === null || mustBeNew || host.clock.nowMs() - lanes.atMs > lanesFreshMs) {
      lanes = { ids: await within(answerMs, findLanes(host.db, ports.requirements())), atMs: host.clock.nowMs() }
    }
    return lanes.ids
  }

  function reservation(): string | null {
    const waited = misfit === null ? 0 : host.clock.nowMs() - misfit.sinceMs
    return misfit !== null && waited >= host.limits.misfitPatienceMs ? misfit.runId : null
  }

  /** Small runs that pass it do not make it wait anew. */
  function remember(seen: Claim['misfit']): void {
    if (seen === 'not-looked') return
    if (seen === null) misfit = null
    else if (misfit?.runId !== seen.runId) misfit = { runId: seen.runId, sinceMs: host.clock.nowMs() }
  }

  async function claimOnce(mustBeNew: boolean): Promise<Claim | null> {
    const free = ports.freeWeight()
    const limit = Math.min(claimLimit, ports.runsLeft())
    if (free === 0 || limit < 1) return null
    const laneIds = await currentLanes(mustBeNew)
    if (laneIds.length === 0 || stopped) return null
    const { db, limits } = host
    const request = { runnerId: ports.runnerId(), laneIds, freeWeight: free, limit, reserveFor: reservation(), limits }
    const claim = await within(answerMs, claimRuns(db, request))
    remember(claim.misfit)
    for (const run of claim.runs) ports.begin(run)
    return claim
  }

  /** Claims until nothing is left that this daemon could take. */
  async function claimAll(): Promise<void> {
    for (let isFirst = true; !stopped && (await ports.mayClaim()); isFirst = false) {
      let claim = await claimOnce(false)
      // The run that woke us may be the first of its lane.
      if (isFirst && !claim?.runs.length) claim = await claimOnce(true)
      if (claim === null) return
      if (claim.runs.length === 0 && !claim.more) return
      if (claim.runs.length === 0) await host.clock.sleep(5 + ports.random() * 20)
    }
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      try {
        await claimAll()
      } catch (error) {
        ports.onFailure()
        if (error instanceof NoAnswer) ports.onNoAnswer()
        host.log.warn({ error: describeError(error) }, 'a claim failed')
        await host.clock.sleep(200)
      }
      const { pollEveryMs, pollWithoutListenerMs } = host.limits
      const everyMs = ports.isListening() ? pollEveryMs : pollWithoutListenerMs
      if (!stopped) await woken.wait(everyMs * (0.8 + 0.4 * ports.random()))
    }
  }

  const looping = loop()
  return {
    async stop() {
      stopped = true
      woken.wake()
      await looping
    },
  }
}
