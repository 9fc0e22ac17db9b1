import type { Attempt } from './matrix-view.ts'
import type { CellAt } from './move-cell.ts'

/** The cell that an event happened in; null: beside the cells. */
export function cellOf(target: EventTarget | null): CellAt | null {
  if (!(target instanceof Element)) return null
  const cell = target.closest<HTMLElement>('[data-cell]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  if (!cell || !row) return null
  return { row: Number(row.dataset.row), column: Number(cell.dataset.cell) }
}

/** Where a cell leads as a whole: to the first attempt that did not pass, else to the first. */
export function openTarget(attempts: readonly Attempt[]): string | null {
  const attempt = attempts.find((one) => one.verdict !== 'pass') ?? attempts[0]
  return attempt === undefined ? null : `/trials/${attempt.trialId}`
}
