import { expect, test } from 'vitest'
import type { Job } from './list-jobs.ts'
import { planJobs } from './plan-jobs.ts'

const jobs = (...states: string[]): Job[] => states.map((state, index) => ({ id: index + 1, state }))
const plan = (list: Job[], claimable: number, more: { limit?: number; done?: number[] } = {}) =>
  planJobs(list, { claimable, limit: more.limit ?? 10, hasHadItsRun: ({ id }) => more.done?.includes(id) ?? false })

test('a run for which a job waits gets no second one', () => {
  expect(plan([], 3)).toMatchObject({ submit: 3 })
  expect(plan(jobs('PENDING', 'CONFIGURING', 'RUNNING'), 3)).toMatchObject({ waiting: 3, submit: 0 })
  expect(plan(jobs('PENDING'), 3)).toMatchObject({ submit: 2 })
})

test('jobs that have had their run count towards the limit alone', () => {
  expect(plan(jobs('RUNNING', 'RUNNING', 'COMPLETING'), 5, { done: [1, 2] })).toMatchObject({ waiting: 0, submit: 5 })
  expect(plan(jobs('RUNNING', 'RUNNING', 'COMPLETING'), 5, { done: [1, 2], limit: 4 })).toMatchObject({ submit: 1 })
  expect(plan(jobs('RUNNING', 'RUNNING'), 5, { done: [1, 2], limit: 1 })).toMatchObject({ submit: 0 })
})

test('a state that nobody knows counts as waiting', () => {
  expect(plan(jobs('REQUEUE_FED', 'NEW_IN_SLURM_99'), 2)).toMatchObject({ waiting: 2, submit: 0 })
})

test('after three failures in a row one job is tried at a time, until one does not fail', () => {
  const failed = jobs('FAILED', 'NODE_FAIL', 'FAILED')
  expect(plan(failed, 5)).toMatchObject({ submit: 1, failing: [3, 2, 1] })
  expect(plan([...failed, { id: 4, state: 'PENDING' }], 5)).toMatchObject({ submit: 0 })
  expect(plan([...failed, { id: 4, state: 'COMPLETED' }], 5)).toMatchObject({ submit: 5, failing: [] })
  expect(plan([...failed, { id: 4, state: 'CANCELLED' }], 5)).toMatchObject({ submit: 1 })
  expect(plan(jobs('FAILED', 'FAILED'), 5)).toMatchObject({ submit: 5 })
})
