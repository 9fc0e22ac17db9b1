import { type Column, getTableColumns, type InferSelectModel, type Table } from 'drizzle-orm'

/** A raw row of a `sql` statement (column names, driver's values) as the row type of its table. */
export function fromRow<T extends Table>(table: T, raw: Record<string, unknown>): InferSelectModel<T> {
  const row: Record<string, unknown> = {}
  for (const [property, column] of columnsOf(table)) {
    const value = raw[column.name]
    row[property] = value === null || value === undefined ? null : column.mapFromDriverValue(value)
  }
  return row as InferSelectModel<T>
}

const columnsByTable = new WeakMap<Table, [string, Column][]>()

/** Collected once a table: a claim and a finish spent a third of their time here. */
function columnsOf(table: Table): [string, Column][] {
  const known = columnsByTable.get(table)
  if (known !== undefined) return known
  const columns = Object.entries(getTableColumns(table))
  columnsByTable.set(table, columns)
  return columns
}

/** The first raw row, or null. */
export function firstRow<T extends Table>(
  table: T,
  raw: readonly Record<string, unknown>[],
): InferSelectModel<T> | null {
  const [first] = raw
  return first === undefined ? null : fromRow(table, first)
}
