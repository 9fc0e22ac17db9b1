import { Late } from './late.tsx'

const widths = ['70%', '54%', '82%', '62%', '76%', '48%']

/** Grey bars in the final geometry of a table, after 200 ms. */
export function SkeletonRows({ rows, height, columns }: { rows: number; height: number; columns: readonly string[] }) {
  return (
    <Late>
      <output aria-busy="true" className="block">
        <span className="sr-only">Loading</span>
        {Array.from({ length: rows }, (_, row) => (
          <div
            key={row}
            className="grid items-center gap-6 border-b border-border px-4 last:border-0"
            style={{ height, gridTemplateColumns: columns.join(' ') }}
          >
            {columns.map((column, i) => (
              <div key={column + String(i)} className="skeleton" style={{ width: widths[(row + i) % widths.length] }} />
            ))}
          </div>
        ))}
      </output>
    </Late>
  )
}
