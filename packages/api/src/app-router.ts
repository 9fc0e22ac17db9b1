import { benchmarks } from './benchmarks/router.ts'
import { experiments } from './experiments/router.ts'
import { keys } from './keys/router.ts'
import { limits } from './limits/router.ts'
import { live } from './live/router.ts'
import { me } from './me/router.ts'
import { createCallerFactory, router } from './procedure.ts'
import { runners } from './runners/router.ts'
import { runs } from './runs/router.ts'
import { traces } from './traces/router.ts'
import { trials } from './trials/router.ts'
import { webhooks } from './webhooks/router.ts'

export const appRouter = router({
  runs,
  trials,
  traces,
  experiments,
  runners,
  benchmarks,
  keys,
  limits,
  webhooks,
  me,
  live,
})
export type AppRouter = typeof appRouter

/** Calls procedures in the same process, for pages that render on the server. */
export const createCaller = createCallerFactory(appRouter)
