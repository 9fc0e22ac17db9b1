import { claimBench } from './claim/bench.ts'
import { claimBacklogBench } from './claim-backlog/bench.ts'
import type { Bench } from './harness/bench.ts'
import { idleBench } from './idle/bench.ts'
import { startBench } from './start/bench.ts'
import { superviseBench } from './supervise/bench.ts'

export const benches: readonly Bench[] = [claimBench, claimBacklogBench, startBench, superviseBench, idleBench]
