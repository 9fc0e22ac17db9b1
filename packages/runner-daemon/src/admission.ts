import { type Beat, type Offer, updateRunner } from '@paddock/db'
import { capacityOf } from './claim/free-weight.ts'
import type { RunnerConfig } from './config/config.ts'
import type { ConfigFile } from './config/config-file.ts'
import type { Health } from './health/watch-health.ts'
import type { Host } from './host.ts'
import { describeError } from './log/describe-error.ts'
import { labelsOf, listOffers } from './offers/list-offers.ts'

type Status = 'ready' | 'draining' | 'quarantined'

/** Whether this daemon takes work, and what its page says about that. */
export interface Admission {
  labels(): string[]
  offers(): Offer[]
  /** Reads what could have changed, tells the database what did, and says whether a run may be claimed now. */
  mayClaim(): Promise<boolean>
  onBeat(beat: Beat): void
  /** No claims any more; shown as draining. */
  close(): Promise<void>
}

export function admission(
  host: Host,
  {
    configFile,
    effective,
    health,
    ...ports
  }: {
    configFile: ConfigFile
    /** The configuration as the command line changes it. */
    effective(): RunnerConfig
    health: Health
    runnerId(): string
    holdsNothing(): boolean
    /** Claims may be given again, or no longer. */
    onOrder(): void
    /** Told to drain for good, with no run left and no claim under way; may be called again. */
    onDrained(): void
  },
): Admission {
  let offers = listOffers(effective(), host.environment)
  /** An order outlives boots: nothing is claimed before the first beat has told it. */
  let order: Beat['order'] | 'unheard' = 'unheard'
  let isClosed = false
  let told: { status: Status; reason: string | null } = { status: 'ready', reason: null }
  let configError: string | null = null
  /** A database that was away when the file changed is told later. */
  let isConfigTold = true

  async function rereadConfig(): Promise<void> {
    const reread = await configFile.reread()
    if (reread.kind === 'broken') {
      if (reread.error !== configError) {
        host.log.error({ error: reread.error }, 'the configuration is broken; the last good one stays in force')
        await tellConfigError(reread.error)
      }
      return
    }
    if (reread.kind === 'changed') {
      offers = listOffers(effective(), host.environment)
      isConfigTold = false
    }
    if (!isConfigTold) await tellConfig()
    // Back to the text of the last good one: the error is over.
    else if (configError !== null) await tellConfigError(null)
  }

  async function tellConfig(): Promise<void> {
    const config = effective()
    const labels = labelsOf(config, offers, host.state.hostId)
    const teams = config.teams ?? null
    const capacity = capacityOf(config)
    await updateRunner(host.db, ports.runnerId(), { labels, teams, capacity, offers, configError: null })
    isConfigTold = true
    configError = null
    host.log.info({ labels, teams }, 'the configuration was read again')
  }

  async function tellConfigError(error: string | null): Promise<void> {
    await updateRunner(host.db, ports.runnerId(), { configError: error })
    configError = error
  }

  function status(problem: string | null): { status: Status; reason: string | null } {
    if (isClosed) return { status: 'draining', reason: 'it stops' }
    if (order !== 'unheard' && order?.kind === 'drain') return { status: 'draining', reason: order.note }
    if (problem !== null) return { status: 'quarantined', reason: problem }
    return { status: 'ready', reason: null }
  }

  /** A drain that ends by itself asks it to come back: it stays. */
  function isToldToLeave(): boolean {
    return order !== 'unheard' && order?.kind === 'drain' && order.until === null
  }

  async function tellStatus(problem: string | null): Promise<void> {
    const now = status(problem)
    if (now.status === told.status && now.reason === told.reason) return
    if (now.status === 'quarantined') host.log.error({ reason: now.reason }, 'quarantined: nothing is claimed')
    else host.log.info({ status: now.status, reason: now.reason }, 'status')
    await updateRunner(host.db, ports.runnerId(), { status: now.status, statusReason: now.reason })
    told = now
  }

  return {
    labels: () => labelsOf(effective(), offers, host.state.hostId),
    offers: () => offers,
    async mayClaim() {
      if (isClosed) return false
      const problem = await health.problem()
      await rereadConfig()
      await tellStatus(problem)
      if (isToldToLeave() && ports.holdsNothing()) ports.onDrained()
      return problem === null && order === null && !isClosed
    },
    onBeat(beat) {
      const isNew = order === 'unheard' || order?.kind !== beat.order?.kind
      order = beat.order
      if (isNew) ports.onOrder()
      // Another boot of this daemon, or an operator's hand: what the database says of us is corrected at the next look.
      told = { ...told, status: beat.status }
    },
    async close() {
      isClosed = true
      await tellStatus(null).catch((error: unknown) =>
        host.log.warn({ error: describeError(error) }, 'not told that it stops'),
      )
    },
  }
}
