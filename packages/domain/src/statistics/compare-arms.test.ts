import { expect, test } from 'vitest'
import { type ArmFacts, armFigures, type TrialFact } from './arm-figures.ts'
import { compareArms, UnknownArm } from './compare-arms.ts'

const trial = (task: string, facts: Partial<TrialFact> = {}): TrialFact => ({
  task,
  taskDigest: null,
  verdict: 'pass',
  termination: 'completed',
  costUsd: null,
  durationMs: null,
  ...facts,
})
const fail = { verdict: 'fail' } as const
const infra = { verdict: 'none', termination: 'infra_error' } as const
const arm = (name: string, trials: TrialFact[], facts: Partial<ArmFacts> = {}): ArmFacts => ({
  arm: name,
  role: null,
  provisional: false,
  trials,
  replaced: [],
  ...facts,
})

test('missing trials: strict, conditional and bounds differ', () => {
  const facts = [...Array(6).fill({}), fail, fail, infra, infra]
  const figures = armFigures(
    arm(
      'a',
      facts.map((fact, i) => trial(`t${i}`, fact)),
    ),
  )
  expect(figures).toMatchObject({ strict: 0.6, conditional: 0.75, passRate: 0.75, bounds: [0.6, 0.8], missing: 2 })
})

test('an ending without verdict that is the agent’s own is a failure', () => {
  const figures = armFigures(arm('a', [trial('t', { verdict: 'none', termination: 'agent_timeout' })]))
  expect(figures).toMatchObject({ attempts: 1, passRate: 0, missing: 0 })
})

test('a trial that another one replaced was paid for, and counts for nothing else', () => {
  const replaced = [trial('t', { costUsd: 2 }), trial('t')]
  const figures = armFigures(arm('a', [trial('t', { ...fail, costUsd: 1 })], { replaced }))
  expect(figures).toMatchObject({ attempts: 1, passRate: 0, costPerTask: 1, costUsd: 3, unpriced: 1 })
})

test('a timed-out trial that passed stays a pass', () => {
  expect(armFigures(arm('a', [trial('t', { termination: 'agent_timeout' })])).passRate).toBe(1)
})

test('unequal attempts do not reweight tasks', () => {
  const figures = armFigures(arm('a', [trial('x'), trial('y', fail), trial('y', fail), trial('y', fail)]))
  expect(figures.passRate).toBe(0.5)
})

test('cost per success counts what the failures cost', () => {
  const figures = armFigures(arm('a', [trial('x', { costUsd: 1 }), trial('y', { ...fail, costUsd: 3 })]))
  expect(figures).toMatchObject({ costPerTask: 2, costPerSuccess: 4, costUsd: 4 })
})

test('the best baseline is the reference, and head-to-head counts are of shared tasks', () => {
  const compared = compareArms([
    arm('variant', [trial('x'), trial('y'), trial('z', fail), trial('w')], { role: 'variant' }),
    arm('weak', [trial('x', fail)], { role: 'baseline' }),
    arm('base', [trial('org/x'), trial('y', fail), trial('z', fail), trial('v')], { role: 'baseline' }),
  ])
  expect(compared.reference).toBe('base')
  expect(compared.arms.map((figures) => figures.arm)).toEqual(['base', 'weak', 'variant'])
  expect(compared.comparisons[1]).toMatchObject({
    arm: 'variant',
    n: 3,
    bothPass: 1,
    bothFail: 1,
    onlyArm: 1,
    onlyReference: 0,
    missing: ['v', 'w'],
  })
})

test('no shared task gives no number', () => {
  const compared = compareArms([arm('a', [trial('x')], { role: 'baseline' }), arm('b', [trial('y')])])
  expect(compared.comparisons[0]).toMatchObject({ delta: null, interval: null, missing: ['x', 'y'] })
})

test('an unknown reference is refused with the arms that there are', () => {
  expect(() => compareArms([arm('a', [])], 'b')).toThrow(UnknownArm)
})
