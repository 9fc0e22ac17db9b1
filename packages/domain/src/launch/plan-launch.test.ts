import { expect, test } from 'vitest'
import { planLaunch } from './plan-launch.ts'
import { armRunName, defaultRunName, slugOf } from './run-name.ts'

const facts = {
  defaults: { weight: 0.1, idempotent: true },
  plannedTrials: () => 160,
  needsAgentOnRunner: true,
}

test('a plan takes the benchmark’s defaults where the request says nothing', () => {
  expect(planLaunch({ benchmark: 'edit', agent: 'claude', labels: ['gpu', 'gpu', 'big'] }, facts)).toMatchObject({
    requires: ['agent:claude', 'benchmark:edit', 'big', 'gpu'],
    weight: 0.1,
    onLost: 'requeue',
    plannedTrials: 160,
    maxQueueAgeMs: 7 * 24 * 3_600_000,
  })
  expect(planLaunch({ benchmark: 'edit', weight: 2, idempotent: false }, facts)).toMatchObject({
    requires: ['benchmark:edit'],
    weight: 2,
    onLost: 'report',
  })
})

test('default names are path segments, whatever the model is called', () => {
  const now = new Date('2026-11-30T01:02:03.456Z')
  expect(defaultRunName('anthropic/claude-sonnet-4', now, 'r7kq4mab')).toBe('claude-sonnet-4-20261130-010203-4mab')
  for (const odd of ['', '/', '..', '../..', '…', 'a b\n', 'x'.repeat(500)]) {
    expect(defaultRunName(odd, now, 'r7kq4mab')).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/)
  }
  expect(slugOf('coin:0.6:1')).toBe('coin-0.6-1')
})

test('an arm’s runs are numbered from the second on, within the length of a name', () => {
  expect(armRunName('e', 'a', 1)).toBe('e-a')
  expect(armRunName('e', 'a', 2)).toBe('e-a-2')
  expect(armRunName('e'.repeat(64), 'a'.repeat(63), 1)).toHaveLength(128)
  expect(armRunName('e'.repeat(64), 'a'.repeat(63), 2)).toBeNull()
})
