import type { AppRouter } from '@paddock/api'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'

export type Outputs = inferRouterOutputs<AppRouter>
export type Inputs = inferRouterInputs<AppRouter>
