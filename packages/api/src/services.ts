import type { BlobStore } from '@paddock/artifacts'
import type { Auth } from '@paddock/auth'
import type { Db } from '@paddock/db'
import type { LiveHub } from './live/hub.ts'
import type { WebhookSender } from './webhooks/send/start-sender.ts'

/** What every procedure works with; one per web process. */
export interface ApiServices {
  /** Connected as `paddock_web`: row-level security applies. */
  db: Db
  auth: Auth
  live: LiveHub
  webhooks: WebhookSender
  blobs: Pick<BlobStore, 'open'>
  /** Origins that may change state with a session cookie. */
  trustedOrigins: readonly string[]
  now: () => Date
  randomBytes: (n: number) => Uint8Array
  /** Unexpected errors, for the operator's log. */
  report: (error: unknown, path: string | undefined) => void
}
