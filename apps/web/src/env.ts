import { z } from 'zod'

const schema = z.object({
  /** PostgreSQL that holds everything. */
  DATABASE_URL: z.string().min(1),
  /** Where browsers reach this program; cookies, links and the origin check depend on it. */
  PADDOCK_PUBLIC_URL: z.url(),
  /** Signs sessions and invitation links. */
  PADDOCK_SECRET: z.string().min(32),
  /** Folder of the artifact store. */
  PADDOCK_BLOB_DIR: z.string().min(1),
  /** Proxies whose `x-forwarded-for` is believed: addresses or CIDR ranges, separated by commas. */
  PADDOCK_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  /** Whether webhooks may go to this host and to private networks as well. */
  PADDOCK_WEBHOOK_NETWORKS: z.enum(['public', 'private']).default('public'),
})

export type Env = z.infer<typeof schema>

let parsed: Env | null = null

/** The environment, checked at the first use: a build has none of it. Throws a ZodError that names what is missing. */
export function env(): Env {
  parsed ??= schema.parse(process.env)
  return parsed
}

export const isDevelopment = process.env.NODE_ENV === 'development'
