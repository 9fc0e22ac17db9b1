import {
  type ClaimedDelivery,
  claimDeliveries,
  type Db,
  deliveryAccepted,
  deliveryFailed,
  dueWebhookTeams,
  inTeam,
  pruneDeliveries,
} from '@paddock/db'
import { retryDelayMs, type WebhookLimits } from '@paddock/domain'
import { deliveryBody } from './delivery-body.ts'
import { type Answer, postBody } from './post-body.ts'
import { resolveTarget, type TargetPorts } from './resolve-target.ts'
import { signBody } from './sign-body.ts'
import { webhookSecret } from './webhook-secret.ts'

export interface SenderOptions extends TargetPorts {
  /** Connected as `paddock_web`. */
  db: Db
  publicUrl: string
  /** The installation's. */
  secret: string
  limits: WebhookLimits
  now(): Date
  random(): number
  report(error: unknown): void
}

export interface WebhookSender {
  /** What deliveries to this endpoint are signed with. */
  secretOf(webhookId: string): string
  /** Why nothing would be sent to a URL, where it leads now; null: it would. */
  urlProblem(url: string): Promise<string | null>
  /** One attempt of a claimed delivery, with its outcome written. A test is not tried again. */
  send(delivery: ClaimedDelivery): Promise<Answer>
  readonly limits: WebhookLimits
}

export interface RunningSender extends WebhookSender {
  /** Something may be due. */
  wake(): void
  stop(): Promise<void>
}

/** Endpoints that one process sends to at once. */
const maxBusy = 32

/**
 * Sends what the outbox holds, in any number of processes: a delivery is claimed for a time, sent with no transaction
 * open, and then settled. A process that dies in between leaves a claim that ends, and the same id is sent again.
 */
export function startSender(options: SenderOptions): RunningSender {
  const { db, limits, report } = options
  const stopping = new AbortController()
  const busy = new Set<string>()
  const underway = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let dueAtMs = Number.POSITIVE_INFINITY
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null
  let woken = false

  async function look(): Promise<void> {
    for (const teamId of await dueWebhookTeams(db)) {
      if (stopping.signal.aborted || busy.size >= maxBusy) return
      const claimed = await inTeam(db, teamId, async (tx) => {
        await pruneDeliveries(tx, { teamId, keepEndedMs: limits.keepEndedMs })
        return claimDeliveries(tx, { teamId, busy: [...busy], claimMs: limits.claimMs })
      })
      for (const [webhookId, group] of Map.groupBy(claimed, (delivery) => delivery.webhookId)) sendAll(webhookId, group)
    }
  }

  function sendAll(webhookId: string, group: ClaimedDelivery[]): void {
    busy.add(webhookId)
    const sending = Promise.all(group.map((delivery) => send(delivery)))
      .then(() => {}, report)
      .finally(() => {
        busy.delete(webhookId)
        underway.delete(sending)
        wake()
      })
    underway.add(sending)
  }

  async function send(delivery: ClaimedDelivery): Promise<Answer> {
    const body = deliveryBody(delivery, options.publicUrl)
    const headers = {
      'user-agent': 'Paddock',
      'paddock-delivery': delivery.id,
      'paddock-event': delivery.event,
      'paddock-signature': signBody(body, secretOf(delivery.webhookId), options.now()),
    }
    const ports = { ...options, answerWithinMs: limits.answerWithinMs, stopping: stopping.signal }
    const answer = await postBody({ url: delivery.url, body, headers }, ports)
    // Cut off by our own stop: nobody knows how it went, so the claim is left to end.
    if (answer.kind === 'refused' && stopping.signal.aborted) return answer
    await inTeam(db, delivery.teamId, (tx) => settle(tx, delivery, answer))
    return answer
  }

  async function settle(tx: Db, { id, attempts, event }: ClaimedDelivery, answer: Answer): Promise<void> {
    const attempt = { deliveryId: id, attempt: attempts }
    if (answer.kind === 'accepted') {
      await deliveryAccepted(tx, { ...attempt, status: answer.status })
      return
    }
    const { status, reason } = answer
    const retryInMs = event === 'webhook.test' ? null : retryDelayMs(attempts, limits, options.random())
    await deliveryFailed(tx, { ...attempt, status, reason, retryInMs, giveUpAfterMs: limits.giveUpAfterMs })
  }

  function secretOf(webhookId: string): string {
    return webhookSecret(options.secret, webhookId)
  }

  async function urlProblem(url: string): Promise<string | null> {
    const target = await resolveTarget(new URL(url), options)
    // A name without an address may get one; an attempt says so.
    return target.kind === 'refused' ? target.reason : null
  }

  function schedule(inMs: number): void {
    const atMs = performance.now() + inMs
    if (stopping.signal.aborted || looking !== null || atMs >= dueAtMs) return
    clearTimeout(timer)
    dueAtMs = atMs
    timer = setTimeout(lookOnce, inMs)
    timer.unref()
  }

  function lookOnce(): void {
    dueAtMs = Number.POSITIVE_INFINITY
    lookedAtMs = performance.now()
    woken = false
    looking = look()
      .catch(report)
      .finally(() => {
        looking = null
        schedule(limits.lookEveryMs * (0.8 + 0.4 * options.random()))
        if (woken) wake()
      })
  }

  function wake(): void {
    woken = true
    schedule(Math.max(0, lookedAtMs + limits.lookAtMostEveryMs - performance.now()))
  }

  wake()
  return {
    ...{ secretOf, urlProblem, send, wake, limits },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await looking
      await Promise.all(underway)
    },
  }
}
