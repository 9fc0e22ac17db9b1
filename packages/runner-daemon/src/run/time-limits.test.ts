import { expect, test } from 'vitest'
import { timeLimits } from './time-limits.ts'

test('nobody looks before a limit can be exceeded, and a run without limits once a minute', async () => {
  let now = 1_000
  const clock = { nowMs: () => now, sleep: async () => {} }
  const run = { directory: '/nowhere', ageMs: 4_000 }
  expect(timeLimits(clock, { ...run, timeoutMs: null, idleTimeoutMs: null }).nextLookMs()).toBe(60_000)
  const hard = timeLimits(clock, { ...run, timeoutMs: 10_000, idleTimeoutMs: null })
  expect(hard.nextLookMs()).toBe(6_000)
  now += 6_000
  expect(hard.nextLookMs()).toBe(0)
  expect(await hard.exceeded()).toEqual({ kind: 'timeout', afterMs: 10_000 })

  const idle = timeLimits(clock, { ...run, timeoutMs: null, idleTimeoutMs: 8_000 })
  expect(idle.nextLookMs()).toBe(0)
  expect(await idle.exceeded()).toBeNull()
  expect(idle.nextLookMs()).toBe(2_000)
})
