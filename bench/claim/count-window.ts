import { setTimeout as sleep } from 'node:timers/promises'

const warmUpMs = 400
const windowMs = 1_500

/**
 * How often `counter` rises per second, while whatever raises it runs: after a warm-up (connections, prepared
 * statements, compiled code), over one and a half seconds.
 */
export async function countWindow(counter: { count: number }): Promise<number> {
  await sleep(warmUpMs)
  const [count, start] = [counter.count, performance.now()]
  await sleep(windowMs)
  return ((counter.count - count) / (performance.now() - start)) * 1_000
}
