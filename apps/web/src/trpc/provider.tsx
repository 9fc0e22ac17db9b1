'use client'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { TRPCProvider } from './client.ts'
import { connectApi } from './links.ts'
import { createQueryClient } from './query-client.ts'

let browserQueries: QueryClient | undefined

/** One cache for the life of the tab; on the server one a request. */
function queryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient()
  browserQueries ??= createQueryClient()
  return browserQueries
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const queries = queryClient()
  const [api] = useState(connectApi)
  return (
    <QueryClientProvider client={queries}>
      <TRPCProvider trpcClient={api} queryClient={queries}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  )
}
