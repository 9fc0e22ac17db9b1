import { expect, it } from 'vitest'
import { isTouched } from './changed-queries.ts'
import { createExpander } from './experiments-of-runs.ts'

const run17 = [{ entity: 'run', id: 'r17' }] as const

it('touches only queries with the changed id, and lists of its kind', () => {
  expect(isTouched([['runs', 'get'], { input: { id: 'r17' }, type: 'query' }], run17)).toBe(true)
  expect(isTouched([['runs', 'get'], { input: { id: 'r18' }, type: 'query' }], run17)).toBe(false)
  expect(isTouched([['trials', 'list'], { input: { runId: 'r17', limit: 100 } }], run17)).toBe(true)
  expect(isTouched([['runs', 'list'], { input: { limit: 50 } }], run17)).toBe(true)
  expect(isTouched([['experiments', 'get'], { input: { id: 'e' } }], run17)).toBe(false)
  expect(isTouched([['experiments', 'get'], { input: { id: 'e' } }], [{ entity: 'experiment', id: 'e' }])).toBe(true)
})

it('never fetches again what is read on from a cursor, nor queries of others', () => {
  const missed = [{ entity: '*', id: '*' }] as const
  expect(isTouched([['runs', 'output'], { input: { id: 'r17' } }], missed)).toBe(false)
  expect(isTouched(['something else'], missed)).toBe(false)
  expect(isTouched([['keys', 'list'], {}], run17)).toBe(false)
  expect(isTouched([['runners', 'list']], missed)).toBe(true)
})

it('looks once at an experiment for a run that nobody knows, and always for its own', () => {
  const expand = createExpander()
  const shown = [{ id: 'e', runIds: new Set(['r17']) }]
  expect(expand(run17, shown)).toContainEqual({ entity: 'experiment', id: 'e' })
  expect(expand(run17, shown)).toContainEqual({ entity: 'experiment', id: 'e' })
  const other = [{ entity: 'run', id: 'r99' }] as const
  expect(expand(other, shown)).toContainEqual({ entity: 'experiment', id: 'e' })
  expect(expand(other, shown)).toEqual(other)
})
