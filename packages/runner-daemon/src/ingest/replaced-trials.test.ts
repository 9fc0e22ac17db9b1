import type { ScannedTrial } from '@paddock/domain'
import { expect, test } from 'vitest'
import { replacedTrials } from './replaced-trials.ts'

const trial = (name: string, startedAt: string | null) => ({ name, startedAt }) as ScannedTrial
const again = [
  { name: 'a', startedAt: '2026-01-01T00:00:00.000Z' },
  { name: 'b', startedAt: null },
]

test('a run that was not resumed keeps what it finds', () => {
  const scan = { trials: [trial('a', null)], gone: ['b'] }
  expect(replacedTrials(null).sort(scan)).toEqual({ ...scan, taken: [], replaced: [] })
})

test('a trial whose directory will be removed does not read as running before, and is superseded once it is removed', () => {
  const { sort } = replacedTrials({ again, files: 'removed' })
  const kept = trial('c', null)
  const standing = again.map(({ name, startedAt }) => trial(name, startedAt))
  expect(sort({ trials: [...standing, kept], gone: [] })).toMatchObject({ trials: [kept], taken: [] })
  expect(sort({ trials: [], gone: ['a', 'c'] })).toMatchObject({ gone: ['c'], taken: ['a'] })
  expect(sort({ trials: [trial('d', null)], gone: ['b'] })).toMatchObject({ gone: [], taken: ['b'] })
})

test('one that was removed before the first look is superseded as well', () => {
  const { sort } = replacedTrials({ again, files: 'removed' })
  expect(sort({ trials: [trial('b', null)], gone: [] })).toMatchObject({ trials: [], taken: ['a'] })
  expect(sort({ trials: [], gone: [] })).toMatchObject({ taken: [] })
})

test('where names are used again another start tells the new execution, and a lost directory replaces nothing', () => {
  const { sort } = replacedTrials({ again, files: 'replaced' })
  const [a] = again
  const next = trial('a', '2026-01-02T00:00:00.000Z')
  expect(sort({ trials: [trial('a', a?.startedAt ?? null)], gone: [] })).toMatchObject({ trials: [], replaced: [] })
  expect(sort({ trials: [next], gone: [] })).toMatchObject({ trials: [next], replaced: [a] })
  expect(sort({ trials: [], gone: ['a', 'b'] })).toEqual({ trials: [], gone: ['a', 'b'], taken: [], replaced: [] })
})
