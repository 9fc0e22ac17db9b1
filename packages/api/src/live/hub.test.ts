import { expect, test } from 'vitest'
import type { Change, LiveLimits } from './change.ts'
import { openChangeStream } from './change-stream.ts'
import { createHub, type HubInput, type LiveHub } from './hub.ts'

const limits: LiveLimits = { flushEveryMs: 300, gatherMs: 10, maxPending: 50, recheckPrincipalMs: 1_000 }

interface TestHub {
  hub: LiveHub & HubInput
  errors: unknown[]
  /** Lets `ms` pass. */
  pass: (ms: number) => void
}

/** A hub whose clock the test moves. */
function openHub(): TestHub {
  let now = 0
  let timers: { at: number; task: () => void }[] = []
  const errors: unknown[] = []
  const hub = createHub(limits, {
    clock: () => now,
    report: (error) => errors.push(error),
    after: (ms, task) => {
      const timer = { at: now + ms, task }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  })
  const pass = (ms: number) => {
    const end = now + ms
    for (;;) {
      const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      timers = timers.filter((one) => one !== next)
      now = next.at
      next.task()
    }
    now = end
  }
  return { hub, errors, pass }
}

const run = (id: string): Change => ({ entity: 'run', id })

test('an entity that changes all the time is named a few times a second', () => {
  const { hub, pass } = openHub()
  const heard: string[][] = []
  hub.subscribe('a', (changes) => heard.push(changes.map((change) => change.id)))
  for (let n = 0; n < 1_000; n++) {
    hub.publish('a', run('r1'))
    pass(1)
  }
  pass(limits.flushEveryMs)
  expect(heard.length).toBeLessThanOrEqual(5)
  expect(heard.flat()).toEqual(heard.map(() => 'r1'))
})

test('a team hears its own changes and those of runners, not those of others', () => {
  const { hub, pass } = openHub()
  const heard: Change[] = []
  hub.subscribe('a', (changes) => heard.push(...changes))
  hub.publish('b', run('r2'))
  hub.publish(null, { entity: 'runner', id: 'd1' })
  hub.publish('a', run('r1'))
  pass(limits.gatherMs)
  expect(heard).toEqual([{ entity: 'runner', id: 'd1' }, run('r1')])
})

test('a listener that throws harms nobody', () => {
  const { hub, errors, pass } = openHub()
  const heard: Change[] = []
  hub.subscribe('a', () => {
    throw new Error('a broken listener')
  })
  hub.subscribe('a', (changes) => heard.push(...changes))
  hub.publish('a', run('r1'))
  pass(limits.gatherMs)
  expect(heard).toEqual([run('r1')])
  expect(errors).toHaveLength(1)
})

test('case 22: a slow consumer is told to look at everything instead of holding an endless list', async () => {
  const { hub, pass } = openHub()
  const stream = openChangeStream(hub, 'a', [])
  for (let n = 0; n < 3 * limits.maxPending; n++) {
    hub.publish('a', run(`r${n}`))
    pass(limits.flushEveryMs)
  }
  const changes = await stream.next()
  expect(changes.length).toBeLessThanOrEqual(limits.maxPending)
  expect(changes).toContainEqual({ entity: '*', id: '*' })
  stream.close()
})

test('a burst beyond the bound becomes one "look at everything"', () => {
  const { hub, pass } = openHub()
  const heard: Change[] = []
  hub.subscribe('a', (changes) => heard.push(...changes))
  for (let n = 0; n < 10 * limits.maxPending; n++) hub.publish('a', run(`r${n}`))
  pass(limits.gatherMs)
  expect(heard).toEqual([{ entity: '*', id: '*' }])
})

test('changes that came while the consumer was busy are merged, and an abort wakes it', async () => {
  const { hub, pass } = openHub()
  const stop = new AbortController()
  const stream = openChangeStream(hub, 'a', [stop.signal])
  for (let n = 0; n < 5; n++) {
    hub.publish('a', run('r1'))
    hub.publish('a', run('r2'))
    pass(limits.flushEveryMs)
  }
  expect(await stream.next()).toEqual([run('r1'), run('r2')])
  const waiting = stream.next()
  stop.abort()
  expect(await waiting).toEqual([])
  stream.close()
})

test('a team without listeners leaves nothing behind', () => {
  const { hub, pass } = openHub()
  const heard: unknown[] = []
  const leave = hub.subscribe('a', (changes) => heard.push(changes))
  hub.publish('a', run('r1'))
  leave()
  leave()
  pass(limits.flushEveryMs)
  hub.publish('a', run('r1'))
  pass(limits.flushEveryMs)
  expect(heard).toEqual([])
})
