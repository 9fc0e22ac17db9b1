/** `56.4 %`; a dash where there is no figure. */
export const percent = (value: number | null) => (value === null ? '–' : `${(value * 100).toFixed(1)} %`)

/** `+11.0 pp`, with a real minus sign. */
export function points(value: number | null): string {
  if (value === null) return '–'
  return `${value < 0 ? '−' : '+'}${Math.abs(value * 100).toFixed(1)} pp`
}

/** `$0.70`, or `unknown`: never 0 for a price that nobody knows. */
export const dollars = (value: number | null) =>
  value === null ? 'unknown' : `$${value.toFixed(value < 0.1 && value > 0 ? 4 : 2)}`

/** `0.3 s`, `7:13`, `4 h 20 min`. */
export function duration(ms: number | null): string {
  if (ms === null) return '–'
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
}

const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90s`, `10m`, `2h`, `7d` in milliseconds; null when it is no duration. */
export function parseDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h|d)$/.exec(text.trim())
  if (!match) return null
  return Math.round(Number(match[1]) * (units[match[2] as string] as number))
}
