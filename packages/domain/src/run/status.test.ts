import { expect, test } from 'vitest'
import { canMove, isResumable, isTerminal, runStatuses, sourcesOf, terminalRunStatuses } from './status.ts'

test('terminal is final', () => {
  for (const from of terminalRunStatuses) {
    expect(isTerminal(from)).toBe(true)
    for (const to of runStatuses) expect(canMove(from, to)).toBe(false)
  }
})

test('any end can be resumed by a person, and nothing that is live', () => {
  for (const status of runStatuses) expect(isResumable(status)).toBe(isTerminal(status))
})

test('only a claimed run starts, and a queued one is never failed', () => {
  expect(sourcesOf('starting')).toEqual(['queued'])
  expect(sourcesOf('running')).toEqual(['starting'])
  expect(canMove('queued', 'failed')).toBe(false)
})
