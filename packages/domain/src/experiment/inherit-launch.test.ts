import { expect, test } from 'vitest'
import type { LaunchRequest } from '../launch/launch-request.ts'
import { type ArmTemplate, chooseTemplate, inheritLaunch } from './inherit-launch.ts'

const launch: LaunchRequest = {
  benchmark: 'harbor',
  dataset: 'acme/bench@1.0',
  agent: 'claude-code',
  model: 'a/old',
  experiment: 'e',
  arm: 'base',
  role: 'baseline',
  name: 'e-base',
  note: 'first',
  goal: 'win',
  tasks: 10,
  attempts: 2,
}

function arm(name: string, day: number, over: Partial<ArmTemplate> = {}): ArmTemplate {
  return { name, launch, createdAt: new Date(Date.UTC(2026, 0, day)), observedTasks: [], observedTrials: 0, ...over }
}

test('the template is the longest recorded task list, else the most trials, else the newest', () => {
  const listed = (n: number) => ({ launch: { ...launch, include: Array.from({ length: n }, (_, i) => `t${i}`) } })
  expect(chooseTemplate([])).toBeNull()
  expect(chooseTemplate([arm('a', 1, { observedTrials: 5 }), arm('b', 2)])?.name).toBe('a')
  expect(chooseTemplate([arm('a', 1), arm('b', 2)])?.name).toBe('b')
  expect(chooseTemplate([arm('a', 1, listed(3)), arm('b', 2, { observedTrials: 99 })])?.name).toBe('a')
  expect(chooseTemplate([arm('a', 1, listed(3)), arm('b', 2, listed(4))])?.name).toBe('b')
})

test('an arm inherits everything but what belongs to one arm', () => {
  const inherited = inheritLaunch(arm('base', 1), { experiment: 'e', name: 'new' }, { model: 'a/new' })
  expect(inherited).toEqual({
    benchmark: 'harbor',
    dataset: 'acme/bench@1.0',
    agent: 'claude-code',
    model: 'a/new',
    experiment: 'e',
    arm: 'new',
    tasks: 10,
    attempts: 2,
  })
})

test('without a recorded list the sample is what the template was seen on, with the organisation given back', () => {
  const template = arm('base', 1, { observedTasks: ['b', 'a', 'other/c'] })
  const inherited = inheritLaunch(template, { experiment: 'e', name: 'new' }, {})
  expect(inherited.include).toEqual(['acme/a', 'acme/b', 'other/c'])
  expect(inherited.tasks).toBeUndefined()
  const chosen = inheritLaunch(template, { experiment: 'e', name: 'new' }, { include: ['x'] })
  expect(chosen.include).toEqual(['x'])
})
