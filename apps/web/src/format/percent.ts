import { minus } from './minus.ts'

/** A fraction as `56.4 %`; null is undefined, shown as –. */
export function formatPercent(fraction: number | null | undefined): string {
  return fraction === null || fraction === undefined ? '–' : `${minus((fraction * 100).toFixed(1))} %`
}

/** A relative change as `+13 %`, `−9 %`. */
export function formatChange(ratio: number): string {
  const percent = Math.round((ratio - 1) * 100)
  return `${percent > 0 ? '+' : ''}${minus(String(percent))} %`
}
