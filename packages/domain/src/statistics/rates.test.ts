import { describe, expect, test } from 'vitest'
import { pairedDelta, passAtK, passHatK, passRate, wilson } from './rates.ts'

const close = (actual: number | null | undefined, expected: number, digits = 6) =>
  expect(actual).toBeCloseTo(expected, digits)

describe('reference values, recomputed with SciPy', () => {
  test('pass rate of five attempts a task uses the effective sample size', () => {
    const rate = passRate([5, 3, 1, 0].map((passes) => ({ attempts: 5, passes })))
    close(rate?.rate, 0.45)
    close(rate?.se, 0.221736)
    close(rate?.effectiveN, 6.711864)
    close(rate?.interval[0], 0.167497)
    close(rate?.interval[1], 0.768903)
  })

  test.each([
    [8, 10, 0.490162, 0.943318],
    [0, 10, 0, 0.277533],
    [10, 10, 0.722467, 1],
    [52, 89, 0.480471, 0.681095],
  ])('one attempt a task is plain Wilson: %i of %i', (passes, n, low, high) => {
    const rate = passRate(Array.from({ length: n }, (_, i) => ({ attempts: 1, passes: i < passes ? 1 : 0 })))
    close(rate?.interval[0], low)
    close(rate?.interval[1], high)
    expect(wilson(passes / n, n)[0]).toBeCloseTo(low, 6)
  })

  test('pass@k', () => {
    expect([1, 2, 3, 4].map((k) => passAtK(5, 2, k)?.toFixed(9))).toEqual([
      '0.400000000',
      '0.700000000',
      '0.900000000',
      '1.000000000',
    ])
    close(passAtK(200, 20, 10), 0.6602256, 7)
    expect(passAtK(2, 1, 3)).toBeNull()
  })

  test('pass^k', () => {
    close(passHatK(5, 2, 2), 0.1)
    close(passHatK(8, 6, 4), 0.2142857, 7)
  })

  test('paired difference of several attempts', () => {
    const paired = pairedDelta([0.2, 0.4, -0.2, 0.6, 0, 0.2, 0.4, 0])
    close(paired?.delta, 0.2)
    close(paired?.se, 0.092582)
    close(paired?.interval[0], -0.152613)
    close(paired?.interval[1], 0.472613)
  })

  test('paired difference of one attempt is Bonett–Price', () => {
    const d = [...Array(9).fill(-1), ...Array(35).fill(1), ...Array(45).fill(0)]
    const paired = pairedDelta(d)
    close(paired?.delta, 0.292135)
    close(paired?.interval[0], 0.15195)
    close(paired?.interval[1], 0.419478)
  })
})

test('nothing observed gives no number', () => {
  expect(passRate([])).toBeNull()
  expect(pairedDelta([])).toBeNull()
})
