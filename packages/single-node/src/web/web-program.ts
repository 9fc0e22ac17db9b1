import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NODE } from '../child-environment.ts'
import { OperatorError } from '../process/operator-error.ts'

const server = fileURLToPath(new URL('../../../../apps/web/.next/standalone/apps/web/server.js', import.meta.url))

export interface WebSettings {
  databaseUrl: string
  publicUrl: string
  secret: string
  blobDir: string
  host: string
  port: number
  /** Addresses of proxies, as the operator gave them in PADDOCK_TRUSTED_PROXIES. */
  trustedProxies: string
  /** `public` or `private`, as the operator gave it in PADDOCK_WEBHOOK_NETWORKS. */
  webhookNetworks: string
}

/** Throws an OperatorError when the web program was not built. */
export function checkWebIsBuilt(): void {
  if (existsSync(server)) return
  throw new OperatorError(
    'web_not_built',
    `the web program is not built: ${server} is missing`,
    'Use npm start, which builds it, or build it: npx turbo run build',
  )
}

/** Words and environment of the web program. */
export function webProgram(settings: WebSettings, base: Record<string, string>) {
  return {
    argv: [...NODE, server],
    environment: {
      ...base,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: settings.databaseUrl,
      PADDOCK_PUBLIC_URL: settings.publicUrl,
      PADDOCK_SECRET: settings.secret,
      PADDOCK_BLOB_DIR: settings.blobDir,
      PADDOCK_TRUSTED_PROXIES: settings.trustedProxies,
      PADDOCK_WEBHOOK_NETWORKS: settings.webhookNetworks,
      // The standalone server takes its address from HOSTNAME, the program itself from HOST.
      HOSTNAME: settings.host,
      HOST: settings.host,
      PORT: String(settings.port),
    },
  }
}

/** Whether the web program answers at all; a page that fails is for its own log to explain. */
export async function webAnswers(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  try {
    const response = await fetch(`http://${name}:${port}/api/health`, { redirect: 'manual' })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
