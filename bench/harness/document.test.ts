import { expect, test } from 'vitest'
import { buildDocument, type Measured } from './document.ts'
import { describeMachine } from './machine.ts'
import { median, medianRatio, percentile } from './statistics.ts'

test('a median does not depend on the order, and an outlier does not move it', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([1, 2, 10_000])).toBe(2)
  expect(median([])).toBeNaN()
})

test('a percentile is one of the values (nearest rank)', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect(percentile(values, 0.5)).toBe(50)
  expect(percentile(values, 0.95)).toBe(95)
  expect(percentile([7], 0.95)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})

test('a slow round is slow for both sides and leaves the ratio alone; a failed sample takes its round out', () => {
  expect(medianRatio([200, 20, 210], [100, 10, 100])).toBe(2)
  expect(medianRatio([200, null, 20], [100, 10, null])).toBe(2)
  expect(medianRatio([], [])).toBeNaN()
})

const measured: Measured = {
  figures: { claim_ms: 1.23456 },
  references: { other_ms: 12_345.6 },
  ratios: { 'claim / other': 0.0001 },
  targets: { quick: { measured: 1.23456, atMost: 2 } },
  rounds: 3,
}
const machine = describeMachine(0, { postgresql: '18' })

test('the document has exactly the agreed keys, and its figures three digits', () => {
  const document = buildDocument('claim', measured, machine)
  const keys = 'name figures references ratios targets reached rounds machine'
  expect(Object.keys(document).join(' ')).toBe(keys)
  expect(document).toMatchObject({
    name: 'claim',
    figures: { claim_ms: 1.23 },
    references: { other_ms: 12_346 },
    targets: { quick: { measured: 1.23, atMost: 2, reached: true } },
    reached: true,
    rounds: 3,
  })
})

test('one missed target, or one that could not be measured, is not reached', () => {
  const reached = (measuredAs: number) =>
    buildDocument(
      'claim',
      { ...measured, targets: { ...measured.targets, fast: { measured: measuredAs, atLeast: 1 } } },
      machine,
    ).reached
  expect(reached(1)).toBe(true)
  expect(reached(0.99)).toBe(false)
  expect(reached(Number.NaN)).toBe(false)
})
