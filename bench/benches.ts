import { claimBench } from './claim/bench.ts'
import type { Bench } from './harness/bench.ts'

export const benches: readonly Bench[] = [claimBench]
