import type { AppRouter } from '@paddock/api'
import { createTRPCClient, httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import superjson from 'superjson'

const url = '/api/trpc'

/** The browser's connection to the API: batched calls, and one event stream for what changes. */
export function connectApi() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (op) => op.type === 'subscription',
        true: httpSubscriptionLink({ url, transformer: superjson }),
        // As POST: an address is cut by some proxies and logged by most, and a preview may carry values of variables.
        false: splitLink({
          // What is large or slow must not hold up what was asked beside it.
          condition: (op) => op.context.skipBatch === true,
          true: httpLink({ url, transformer: superjson, methodOverride: 'POST' }),
          false: httpBatchLink({ url, transformer: superjson, methodOverride: 'POST' }),
        }),
      }),
    ],
  })
}
