import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../harness/statistics.ts'
import type { ChildSignal } from './child-signal.ts'

const warmUp = 10
const starts = 60
/** Longer than the end of a run takes: each start finds an idle runner. */
const pauseMs = 120

/** p50 and p95 of the time from before `enqueue` until the child says that it runs, one at a time. */
export async function measureStarts(signal: ChildSignal, enqueue: () => Promise<unknown>) {
  const took: number[] = []
  for (let i = 0; i < warmUp + starts; i += 1) {
    const running = signal.next()
    const before = performance.now()
    await enqueue()
    await running
    took.push(performance.now() - before)
    // Not in step with anything periodic.
    await sleep(pauseMs + Math.random() * 40)
  }
  const counted = took.slice(warmUp)
  return { p50_ms: percentile(counted, 0.5), p95_ms: percentile(counted, 0.95) }
}
