export interface CellAt {
  row: number
  column: number
}

const pageRows = 10

/** Where a key leads in a grid of that size; null for keys that do not move. Never leaves the grid. */
export function moveCell(key: string, at: CellAt, rows: number, columns: number, reach: 'row' | 'grid'): CellAt | null {
  const row = (r: number) => Math.max(0, Math.min(rows - 1, r))
  const column = (c: number) => Math.max(0, Math.min(columns - 1, c))
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return { ...at, row: row(at.row + 1) }
    case 'ArrowUp':
    case 'k':
      return { ...at, row: row(at.row - 1) }
    case 'ArrowRight':
      return { ...at, column: column(at.column + 1) }
    case 'ArrowLeft':
      return { ...at, column: column(at.column - 1) }
    case 'PageDown':
      return { ...at, row: row(at.row + pageRows) }
    case 'PageUp':
      return { ...at, row: row(at.row - pageRows) }
    case 'Home':
      return reach === 'grid' ? { row: 0, column: 0 } : { ...at, column: 0 }
    case 'End':
      return reach === 'grid'
        ? { row: row(rows - 1), column: column(columns - 1) }
        : { ...at, column: column(columns - 1) }
    default:
      return null
  }
}
