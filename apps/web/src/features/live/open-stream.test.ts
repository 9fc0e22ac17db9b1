import { expect, it } from 'vitest'
import { type LiveState, openStream, type StreamHandlers } from './open-stream.ts'

function setUp() {
  const connections: { handlers: StreamHandlers; open: boolean }[] = []
  const states: LiveState['kind'][] = []
  const pending = new Set<{ at: number; task: () => void }>()
  let now = 0
  let refused = 0
  const stream = openStream({
    connect: (handlers) => {
      const connection = { handlers, open: true }
      connections.push(connection)
      return {
        unsubscribe: () => {
          connection.open = false
        },
      }
    },
    onChanges: () => {},
    onState: (state) => states.push(state.kind),
    isRefused: (error) => error === 'refused',
    onRefused: () => {
      refused++
    },
    timers: {
      after: (ms, task) => {
        const timer = { at: now + ms, task }
        pending.add(timer)
        return () => pending.delete(timer)
      },
      now: () => new Date(now),
    },
  })
  const pass = (ms: number) => {
    const end = now + ms
    for (;;) {
      const next = [...pending].filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      pending.delete(next)
      now = next.at
      next.task()
    }
    now = end
  }
  return {
    stream,
    connections,
    states,
    pass,
    refusals: () => refused,
    openNow: () => connections.filter((c) => c.open).length,
  }
}

it('holds one connection, and none while the tab is hidden', () => {
  const t = setUp()
  t.stream.open()
  t.stream.open()
  expect(t.openNow()).toBe(1)
  t.stream.drop()
  expect(t.openNow()).toBe(0)
  t.pass(60_000)
  expect(t.openNow()).toBe(0)
  t.stream.open()
  expect(t.openNow()).toBe(1)
})

it('comes back by itself after the server ended, refused the port or answered with an error page', () => {
  const t = setUp()
  t.stream.open()
  t.connections[0]?.handlers.onStarted()
  expect(t.states).toEqual(['live'])
  t.connections[0]?.handlers.onComplete()
  t.pass(600)
  t.connections[1]?.handlers.onError('no connection')
  t.pass(3_000)
  expect(t.states).toEqual(['live', 'interrupted'])
  expect(t.openNow()).toBe(1)
  t.connections.at(-1)?.handlers.onStarted()
  expect(t.states).toEqual(['live', 'interrupted', 'live'])
})

it('does not call a hiccup an interruption', () => {
  const t = setUp()
  t.stream.open()
  t.connections[0]?.handlers.onStarted()
  t.connections[0]?.handlers.onConnectionStateChange({ state: 'connecting', error: 'cut' })
  t.pass(1_000)
  t.connections[0]?.handlers.onData([{ entity: '*', id: '*' }])
  t.pass(5_000)
  expect(t.states).toEqual(['live', 'live'])
})

it('does not listen to the late words of a connection that it let go', () => {
  const t = setUp()
  t.stream.open()
  const old = t.connections[0]?.handlers
  t.stream.drop()
  old?.onError('late')
  t.pass(60_000)
  expect(t.connections).toHaveLength(1)
})

it('stops trying when the session does not hold', () => {
  const t = setUp()
  t.stream.open()
  t.connections[0]?.handlers.onError('refused')
  expect(t.refusals()).toBe(1)
})
