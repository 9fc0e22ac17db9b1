import { expect, test } from 'vitest'
import { launchOrder } from './runner/launch-order.ts'
import { selectTasks } from './runner/select-tasks.ts'

const tasks = Array.from({ length: 96 }, (_, index) => ({ id: `task-${String(index).padStart(2, '0')}` }))
const all = { include: [], exclude: [] }

test('a sample is an even stride in the order of ids', () => {
  expect(selectTasks(tasks, { ...all, maxTasks: 4 }).map(({ id }) => id)).toEqual([
    'task-00',
    'task-24',
    'task-48',
    'task-72',
  ])
  expect(selectTasks([...tasks].reverse(), { ...all, maxTasks: 4 })).toEqual(
    selectTasks(tasks, { ...all, maxTasks: 4 }),
  )
})

test('every size gives so many different tasks, with steps that differ by one at most', () => {
  for (let maxTasks = 1; maxTasks <= 100; maxTasks += 1) {
    const chosen = selectTasks(tasks, { ...all, maxTasks })
    expect(new Set(chosen.map(({ id }) => id)).size).toBe(Math.min(maxTasks, 96))
    const at = chosen.map((task) => tasks.indexOf(task))
    const steps = at.slice(1).map((position, index) => position - (at[index] ?? 0))
    if (steps.length > 0) expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1)
  }
})

test('included and excluded ids must exist, and something must be left', () => {
  expect(selectTasks(tasks, { maxTasks: 9, include: ['task-07', 'task-03'], exclude: ['task-03'] })).toEqual([
    { id: 'task-07' },
  ])
  expect(() => selectTasks(tasks, { maxTasks: 9, include: ['nope'], exclude: [] })).toThrow('"nope"')
  expect(() => selectTasks(tasks, { maxTasks: 9, include: ['task-01'], exclude: ['task-01'] })).toThrow(
    'no task is left',
  )
})

test('a seed gives one order, which does not depend on what else is in the sample', () => {
  const order = launchOrder(tasks, 'a')
  expect(launchOrder([...tasks].reverse(), 'a')).toEqual(order)
  expect(launchOrder(tasks, 'b')).not.toEqual(order)
  const half = tasks.filter((_, index) => index % 2 === 0)
  expect(launchOrder(half, 'a')).toEqual(order.filter((task) => half.includes(task)))
})
