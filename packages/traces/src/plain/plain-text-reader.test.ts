import { expect, it } from 'vitest'
import { readWhole } from '../fixtures/read-log.ts'

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('')

it('gathers lines into steps and keeps terminal colours', () => {
  const steps = readWhole('plain-text', Buffer.from(`\u001b[31mred\u001b[0m\n${lines(60)}`))
  expect(steps).toHaveLength(2)
  expect(steps[0]?.text).toMatch(/^\u001b\[31mred\u001b\[0m\nline 0\n/)
  expect(steps[1]?.text).toMatch(/line 59$/)
})

it('cuts a line that never ends, but no character and no colour', () => {
  const text = '🐎'.repeat(6_000) + '\u001b[38;5;208m'.repeat(2_000)
  const steps = readWhole('plain-text', Buffer.from(`x${text}`))
  expect(steps.length).toBeGreaterThan(2)
  expect(steps.map((step) => step.text).join('')).toBe(`x${text}`)
  for (const { text: part } of steps) expect(part).not.toMatch(/\u001b[^m]*$/)
})
