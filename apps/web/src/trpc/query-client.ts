import { defaultShouldDehydrateQuery, QueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import superjson from 'superjson'

const retriesOfQueries = 2

/** What is shown stays fresh by the live stream, so nothing is fetched again by time, focus or reconnect. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < retriesOfQueries && !isAnswer(error),
      },
      dehydrate: {
        serializeData: superjson.serialize,
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === 'pending',
      },
      hydrate: { deserializeData: superjson.deserialize },
    },
  })
}

/** The server said no; asking again would not change that. */
export function isAnswer(error: unknown): boolean {
  const status = error instanceof TRPCClientError ? (error.data?.httpStatus as number | undefined) : undefined
  return status !== undefined && status >= 400 && status < 500
}
