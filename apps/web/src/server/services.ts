import { type RunningServices, sharedServices } from '@paddock/api'
import { env } from '../env.ts'

/** One line a fault for the operator's log; never the parameters of a statement, which may hold secrets. */
function report(error: unknown, path: string | undefined): void {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  process.stderr.write(`${JSON.stringify({ level: 'error', at: new Date().toISOString(), path, error: text })}\n`)
}

/** The process's database pool, live hub, doors and artifact store. */
export function services(): Promise<RunningServices> {
  return sharedServices(() => {
    const { DATABASE_URL, PADDOCK_PUBLIC_URL, PADDOCK_SECRET, PADDOCK_BLOB_DIR, PADDOCK_TRUSTED_PROXIES } = env()
    const { PADDOCK_WEBHOOK_NETWORKS } = env()
    return {
      databaseUrl: DATABASE_URL,
      publicUrl: PADDOCK_PUBLIC_URL,
      secret: PADDOCK_SECRET,
      blobDir: PADDOCK_BLOB_DIR,
      trustedProxies: PADDOCK_TRUSTED_PROXIES,
      webhookNetworks: PADDOCK_WEBHOOK_NETWORKS,
      report,
    }
  })
}
