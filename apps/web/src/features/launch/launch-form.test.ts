import { expect, it } from 'vitest'
import { buildLaunches } from './build-launches.ts'
import { freeExperimentId, nextArm, startForm } from './launch-form.ts'
import { splitArguments } from './split-arguments.ts'

it('prefills a launch that a stranger can send as it stands', () => {
  const fields = [
    'benchmark',
    'agent',
    'tasks',
    'attempts',
    'concurrency',
    'experiment',
    'arm',
    'role',
    'goal',
  ] as const
  const launches = buildLaunches(startForm('edit'), fields)
  expect(launches).toHaveLength(2)
  expect(launches[1]).toMatchObject({
    benchmark: 'edit',
    agent: 'coin:0.6:7',
    tasks: 20,
    attempts: 2,
    experiment: 'edit.first_look',
    arm: 'coin',
    role: 'variant',
  })
})

it('sends only what the benchmark honours, and leaves out what is empty', () => {
  const form = {
    ...startForm('edit'),
    labels: 'docker, x86',
    timeoutMinutes: '15',
    env: 'A=1\nB=secret:TOKEN',
    priority: '10',
  }
  expect(buildLaunches(form, ['benchmark', 'labels', 'timeoutMs', 'env'])[0]).toEqual({
    benchmark: 'edit',
    labels: ['docker', 'x86'],
    timeoutMs: 900_000,
    env: { A: '1', B: { secret: 'TOKEN' } },
  })
})

it('adds arms under free names', () => {
  const form = startForm('edit')
  const third = nextArm(form)
  expect(third).toMatchObject({ name: 'coin-2', role: 'variant', agent: 'coin:0.6:7' })
  expect(nextArm({ ...form, arms: [...form.arms, third] }).name).toBe('coin-3')
  expect(freeExperimentId('edit.first_look', ['edit.first_look', 'edit.first_look2'])).toBe('edit.first_look3')
})

it('splits arguments as typed, quotes kept together', () => {
  expect(splitArguments(`--effort high --text "two words" 'a b' x=1`)).toEqual([
    '--effort',
    'high',
    '--text',
    'two words',
    'a b',
    'x=1',
  ])
  expect(splitArguments('  ')).toEqual([])
})
