import type { AppRouter } from '@paddock/api'
import type { inferRouterOutputs } from '@trpc/server'

export type Outputs = inferRouterOutputs<AppRouter>
