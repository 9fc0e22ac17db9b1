import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { fileBlobStore } from '@paddock/artifacts'
import { createAuth, trustedOrigins } from '@paddock/auth'
import { connect } from '@paddock/db'
import { queueLimits, type WebhookLimits, webhookLimits } from '@paddock/domain'
import { watchFleet } from './fleet/watch-fleet.ts'
import { type LiveLimits, liveLimits } from './live/change.ts'
import { type RunningLive, startLive } from './live/start-live.ts'
import type { ApiServices } from './services.ts'
import type { WebhookNetworks } from './webhooks/send/address-problem.ts'
import { type RunningSender, startSender } from './webhooks/send/start-sender.ts'

export interface ServicesOptions {
  databaseUrl: string
  publicUrl: string
  secret: string
  /** Directory of the artifact store. */
  blobDir: string
  trustedProxies?: string[]
  webhookNetworks?: WebhookNetworks
  /** Tests wait shorter. */
  limits?: LiveLimits
  webhookLimits?: WebhookLimits
  report: ApiServices['report']
}

export interface RunningServices extends ApiServices {
  live: RunningLive
  webhooks: RunningSender
  publicUrl: string
  secret: string
  /** Cuts the streams, then closes the connections. */
  close(): Promise<void>
}

const poolSize = 10

/** Opens what the web program serves from: one pool as `paddock_web`, one LISTEN connection, the artifact store; and its watch over the fleet. */
export async function openServices(options: ServicesOptions): Promise<RunningServices> {
  const { databaseUrl, publicUrl, secret, report } = options
  const connection = connect(databaseUrl, { role: 'paddock_web', applicationName: 'paddock-web', max: poolSize })
  const { db } = connection
  const webhooks = startSender({
    ...{ db, publicUrl, secret },
    networks: options.webhookNetworks ?? 'public',
    limits: options.webhookLimits ?? webhookLimits,
    resolve: (hostname) => lookup(hostname, { all: true }),
    now: () => new Date(),
    random: Math.random,
    report: (error) => report(error, 'webhooks'),
  })
  const live = await startLive({
    databaseUrl,
    limits: options.limits ?? liveLimits,
    report: (error) => report(error, 'live'),
    runChanged: () => webhooks.wake(),
  }).catch(async (error: unknown) => {
    await webhooks.stop()
    await connection.close()
    throw error
  })
  const fleet = watchFleet({
    ...{ databaseUrl, limits: queueLimits, random: Math.random },
    report: (error) => report(error, 'fleet'),
  })
  return {
    db,
    auth: createAuth({
      db,
      publicUrl,
      secret,
      trustedProxies: options.trustedProxies,
      report: (message, details) => report(details[0] ?? message, `auth: ${message}`),
    }),
    live,
    webhooks,
    blobs: fileBlobStore(options.blobDir),
    trustedOrigins: trustedOrigins(publicUrl),
    now: () => new Date(),
    randomBytes,
    report,
    publicUrl,
    secret,
    close: async () => {
      await live.stop()
      await webhooks.stop()
      await fleet.stop()
      await connection.close()
    },
  }
}

const registry = globalThis as { paddockServices?: Promise<RunningServices> | undefined }

/** The process's services, opened once; on globalThis, because a development server loads modules again. */
export function sharedServices(options: () => ServicesOptions): Promise<RunningServices> {
  registry.paddockServices ??= openServices(options()).catch((error: unknown) => {
    // The next request tries again.
    registry.paddockServices = undefined
    throw error
  })
  return registry.paddockServices
}
