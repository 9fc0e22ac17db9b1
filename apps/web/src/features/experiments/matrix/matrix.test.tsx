// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { cellOf, openTarget } from './cell-events.ts'
import { type Attempt, arrange, cellLabel, countCell, type MatrixRow, matches, shownStatus } from './matrix-view.ts'
import { moveCell } from './move-cell.ts'

let ids = 0

/** `pf` is an attempt that passed and one that failed. */
function cell(text: string): Attempt[] {
  const words = { p: 'pass', f: 'fail', e: 'error', r: 'running', m: 'missing' } as const
  return text.split('').map((letter, i) => ({
    trialId: `t${ids++}`,
    attempt: i + 1,
    status: words[letter as keyof typeof words],
    verdict: letter === 'p' ? 'pass' : letter === 'f' ? 'fail' : 'none',
    decided: letter !== 'r' && letter !== 'm',
    counts: true,
    reward: null,
  }))
}

function row(task: string, ...cells: string[]): MatrixRow {
  return { task, cells: cells.map(cell) }
}

const focus = { reference: 0, arm: 1 }

describe('filters', () => {
  it('compares the focused arm with the reference by rate, whatever the number of attempts', () => {
    expect(matches(row('a', 'ff', 'p'), 'only-arm', focus)).toBe(true)
    expect(matches(row('a', 'pp', 'pf'), 'only-reference', focus)).toBe(true)
    expect(matches(row('a', 'pf', 'fp'), 'only-arm', focus)).toBe(false)
    expect(matches(row('a', 'pf', 'fp'), 'split', focus)).toBe(false)
    expect(matches(row('a', 'pp', 'fp'), 'split', focus)).toBe(true)
    expect(matches(row('a', 'pp', 'fp'), 'flaky', focus)).toBe(true)
    expect(matches(row('a', 'pp', 'fe'), 'failed', focus)).toBe(true)
    expect(matches(row('a', 'ff', 'pp'), 'passed', focus)).toBe(true)
  })

  it('counts neither running nor missing attempts', () => {
    expect(matches(row('a', 'pp', 'rm'), 'failed', focus)).toBe(false)
    expect(matches(row('a', 'pp', 'rm'), 'split', focus)).toBe(false)
    expect(matches(row('a', 'p', 'pr'), 'flaky', focus)).toBe(false)
  })

  it('orders by name, by what is hardest, by what divides', () => {
    const rows = [row('b', 'pp', 'pp'), row('a', 'pp', 'ff'), row('c', 'ff', 'ff')]
    const names = (order: 'name' | 'hardest' | 'disagreement') =>
      arrange(rows, { filter: 'all', text: '', order, focus }).map((r) => r.task)
    expect(names('name')).toEqual(['a', 'b', 'c'])
    expect(names('hardest')).toEqual(['c', 'a', 'b'])
    expect(names('disagreement')).toEqual(['a', 'b', 'c'])
    expect(arrange(rows, { filter: 'all', text: ' B', order: 'name', focus }).map((r) => r.task)).toEqual(['b'])
  })
})

describe('cells', () => {
  it('read as a sentence', () => {
    expect(cellLabel('fix-git', 'plan', cell('pfp'), 'verdict')).toBe('fix-git, plan: 2 of 3 passed (pass, fail, pass)')
    expect(cellLabel('fix-git', 'plan', cell('pr'), 'verdict')).toBe('fix-git, plan: 1 of 1 passed (pass, running)')
    expect(cellLabel('fix-git', 'plan', [], 'verdict')).toBe('fix-git, plan: no attempt')
  })

  it('count by verdict, as the comparison does, and not by how an attempt ended', () => {
    const [passedThenCrashed, infraError, replaced, fine] = cell('epfp')
    if (!passedThenCrashed || !infraError || !replaced || !fine) throw new Error('four attempts')
    const attempts = [
      { ...passedThenCrashed, verdict: 'pass' as const },
      { ...infraError, status: 'error' as const, verdict: 'none' as const, decided: false },
      { ...replaced, counts: false },
      fine,
    ]
    expect(countCell(attempts)).toEqual({ passed: 2, ended: 2 })
    expect(attempts.map((attempt) => shownStatus(attempt, 'verdict'))).toEqual(['pass', 'missing', 'fail', 'pass'])
    expect(attempts.map((attempt) => shownStatus(attempt, 'status'))).toEqual(['error', 'error', 'fail', 'pass'])
    expect(cellLabel('t', 'a', attempts, 'verdict')).toBe('t, a: 2 of 2 passed (pass, missing, fail replaced, pass)')
  })

  it('are left by arrows and pages, never off the grid', () => {
    const at = { row: 1, column: 1 }
    expect(moveCell('ArrowDown', at, 3, 2, 'row')).toEqual({ row: 2, column: 1 })
    expect(moveCell('ArrowRight', at, 3, 2, 'row')).toEqual(at)
    expect(moveCell('PageUp', at, 3, 2, 'row')).toEqual({ row: 0, column: 1 })
    expect(moveCell('Home', at, 3, 2, 'row')).toEqual({ row: 1, column: 0 })
    expect(moveCell('End', at, 3, 2, 'grid')).toEqual({ row: 2, column: 1 })
    expect(moveCell('k', at, 3, 2, 'row')).toEqual({ row: 0, column: 1 })
    expect(moveCell('a', at, 3, 2, 'row')).toBeNull()
  })

  it('are found from what is inside them, and lead to the first attempt that did not pass', () => {
    document.body.innerHTML = '<div data-row="4"><div data-cell="2"><a><b id="x"></b></a></div></div><i id="y"></i>'
    expect(cellOf(document.querySelector('#x'))).toEqual({ row: 4, column: 2 })
    expect(cellOf(document.querySelector('#y'))).toBeNull()
    const attempts = cell('ppf')
    expect(openTarget(attempts)).toBe(`/trials/${attempts[2]?.trialId}`)
    expect(openTarget([])).toBeNull()
  })
})
