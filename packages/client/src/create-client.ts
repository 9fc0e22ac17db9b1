import type { AppRouter } from '@paddock/api'
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink, type TRPCClient } from '@trpc/client'
import { EventSource } from 'eventsource'
import superjson from 'superjson'

export interface ClientOptions {
  /** Address of the web program, such as `http://127.0.0.1:4700`. */
  url: string
  /** A key made with `paddock keys create`. */
  apiKey?: string | undefined
}

export type PaddockClient = TRPCClient<AppRouter>

/**
 * A typed client of every procedure, subscriptions included. Calls reject with a `TRPCClientError` whose
 * `data.description` says what happened and what to do.
 */
export function createClient({ url, apiKey }: ClientOptions): PaddockClient {
  const endpoint = new URL('/api/trpc', url).href
  const headers: Record<string, string> = apiKey ? { 'x-api-key': apiKey } : {}
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({
          url: endpoint,
          transformer: superjson,
          EventSource,
          eventSourceOptions: () => ({
            fetch: (input: string | URL | Request, init?: RequestInit) =>
              fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } }),
          }),
        }),
        // As POST: addresses are logged by most proxies, and a preview may carry values of variables.
        false: httpLink({ url: endpoint, transformer: superjson, headers, methodOverride: 'POST' }),
      }),
    ],
  })
}
