import type { TrialStatus, Verdict } from '@paddock/domain'

export interface Attempt {
  trialId: string
  attempt: number
  status: TrialStatus
  verdict: Verdict
  /** Ended and not missing. */
  decided: boolean
  /** Others were replaced: they were paid for, and count for nothing else. */
  counts: boolean
  reward: number | null
}

/** What a glyph shows: what counts, or how the attempt ended, where an exception beats a reward. */
export const glyphViews = ['verdict', 'status'] as const
export type GlyphView = (typeof glyphViews)[number]

export function shownStatus(attempt: Attempt, view: GlyphView): TrialStatus {
  if (view === 'status' || attempt.status === 'running') return attempt.status
  if (!attempt.decided) return 'missing'
  return attempt.verdict === 'pass' ? 'pass' : 'fail'
}

export interface MatrixRow {
  task: string
  /** Parallel to the arms. */
  cells: readonly (readonly Attempt[])[]
}

export const taskFilters = ['all', 'split', 'only-arm', 'only-reference', 'flaky', 'failed', 'passed'] as const
export type TaskFilter = (typeof taskFilters)[number]

export const taskOrders = ['name', 'hardest', 'disagreement'] as const
export type TaskOrder = (typeof taskOrders)[number]

/** The two arms that a view is about, as columns; null: there is none. */
export interface Focus {
  reference: number | null
  arm: number | null
}

export interface CellCount {
  passed: number
  /** Decided attempts: what the comparison counts, whatever the glyphs show. */
  ended: number
}

export function countCell(cell: readonly Attempt[]): CellCount {
  let passed = 0
  let ended = 0
  for (const attempt of cell) {
    if (!attempt.counts || !attempt.decided) continue
    ended++
    if (attempt.verdict === 'pass') passed++
  }
  return { passed, ended }
}

/** Share of passes; null without an ended attempt. */
function rateOf(cell: readonly Attempt[] | undefined): number | null {
  if (cell === undefined) return null
  const { passed, ended } = countCell(cell)
  return ended === 0 ? null : passed / ended
}

export function solvedShare(row: MatrixRow): number | null {
  return rateOf(row.cells.flat())
}

/** How far the arms are apart on a task, 0 to 1. */
function disagreement(row: MatrixRow): number {
  const rates = row.cells.map(rateOf).filter((rate) => rate !== null)
  return rates.length < 2 ? 0 : Math.max(...rates) - Math.min(...rates)
}

function isFlaky(cell: readonly Attempt[]): boolean {
  const { passed, ended } = countCell(cell)
  return passed > 0 && passed < ended
}

/** Whether a row belongs to a filter. `failed` and `passed` speak of the focused arm: no attempt, or every attempt passed. */
export function matches(row: MatrixRow, filter: TaskFilter, focus: Focus): boolean {
  const arm = rateOf(focus.arm === null ? undefined : row.cells[focus.arm])
  const reference = rateOf(focus.reference === null ? undefined : row.cells[focus.reference])
  switch (filter) {
    case 'all':
      return true
    case 'split':
      return disagreement(row) > 0
    case 'only-arm':
      return arm !== null && reference !== null && arm > reference
    case 'only-reference':
      return arm !== null && reference !== null && reference > arm
    case 'flaky':
      return row.cells.some(isFlaky)
    case 'failed':
      return arm === 0
    case 'passed':
      return arm === 1
  }
}

const orders: Record<TaskOrder, (a: MatrixRow, b: MatrixRow) => number> = {
  name: () => 0,
  hardest: (a, b) => (solvedShare(a) ?? 2) - (solvedShare(b) ?? 2),
  disagreement: (a, b) => disagreement(b) - disagreement(a),
}

interface View {
  filter: TaskFilter
  text: string
  order: TaskOrder
  focus: Focus
}

/** The rows of a view, in its order; ties by name. */
export function arrange(rows: readonly MatrixRow[], { filter, text, order, focus }: View): MatrixRow[] {
  const needle = text.trim().toLowerCase()
  return rows
    .filter((row) => matches(row, filter, focus) && row.task.toLowerCase().includes(needle))
    .sort((a, b) => orders[order](a, b) || (a.task < b.task ? -1 : 1))
}

/** What a screen reader says: `fix-git, plan: 2 of 3 passed (pass, fail, pass)`. */
export function cellLabel(task: string, arm: string, cell: readonly Attempt[], view: GlyphView): string {
  if (cell.length === 0) return `${task}, ${arm}: no attempt`
  const { passed, ended } = countCell(cell)
  return `${task}, ${arm}: ${passed} of ${ended} passed (${cell.map((attempt) => attemptWords(attempt, view)).join(', ')})`
}

/** `pass`, or `fail replaced`. */
export function attemptWords(attempt: Attempt, view: GlyphView): string {
  return `${shownStatus(attempt, view)}${attempt.counts ? '' : ' replaced'}`
}
