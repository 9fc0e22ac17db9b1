import { isAbsolute, resolve } from 'node:path'

export interface FirstOwner {
  email: string
  password: string
}

export interface Environment {
  /** The first owner, to be made without the link. */
  owner: FirstOwner | null
  /** Where an API key of that owner goes. */
  ownerApiKeyFile: string | null
  /** All variables, to choose from for the child programs. */
  variables: Record<string, string>
  /** Handed on to the web program. */
  trustedProxies: string
  webhookNetworks: string
  /** Instead of --database-url, whose password every user of the machine could read in the list of programs. */
  databaseUrl: string | null
  /** What the web program signs with, where this program does not keep it itself. */
  secret: string | null
  hasDisplay: boolean
}

/** What this program reads of its environment; the only place that does. Relative paths count from `directory`. */
export function readEnvironment(directory: string): Environment {
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) variables[name] = value
  const { PADDOCK_OWNER_EMAIL: email, PADDOCK_OWNER_PASSWORD: password } = variables
  const keyFile = variables.PADDOCK_OWNER_API_KEY_FILE
  return {
    owner: email && password ? { email, password } : null,
    ownerApiKeyFile: keyFile ? (isAbsolute(keyFile) ? keyFile : resolve(directory, keyFile)) : null,
    variables,
    trustedProxies: variables.PADDOCK_TRUSTED_PROXIES ?? '',
    webhookNetworks: variables.PADDOCK_WEBHOOK_NETWORKS || 'public',
    databaseUrl: variables.PADDOCK_DATABASE_URL || null,
    secret: variables.PADDOCK_SECRET || null,
    hasDisplay: process.platform === 'darwin' || Boolean(variables.DISPLAY ?? variables.WAYLAND_DISPLAY),
  }
}
