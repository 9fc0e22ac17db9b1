import { expect, test } from 'vitest'
import { dollars, duration, parseDuration, percent, points } from './format.ts'

test('what nobody knows is never shown as 0', () => {
  expect(percent(null)).toBe('–')
  expect(dollars(null)).toBe('unknown')
  expect(duration(null)).toBe('–')
})

test('figures as people read them', () => {
  expect(percent(0.564)).toBe('56.4 %')
  expect(points(0.11)).toBe('+11.0 pp')
  expect(points(-0.12)).toBe('−12.0 pp')
  expect(dollars(0.7)).toBe('$0.70')
  expect(duration(433_000)).toBe('7:13')
  expect(duration(15_600_000)).toBe('4 h 20 min')
})

test('durations are read with their unit, and nothing is guessed', () => {
  expect(parseDuration('90s')).toBe(90_000)
  expect(parseDuration('2h')).toBe(7_200_000)
  expect(parseDuration('1.5m')).toBe(90_000)
  for (const text of ['', '10', '2 weeks', '-5m', 'h']) expect(parseDuration(text)).toBeNull()
})
