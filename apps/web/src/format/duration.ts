const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const shortMs = 10_000

/** How long a trial or a phase took: `320 ms`, `2.4 s`, `7:13`, `1:02:13`; null is unknown. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || ms >= shortMs) return formatClock(ms)
  return ms < 1_000 ? `${Math.round(ms)} ms` : formatTook(ms)
}

/** As a clock: `0:03`, `7:13`, `1:02:13`; null is unknown. */
export function formatClock(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return 'unknown'
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const rest = `${two(seconds % 60)}`
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** A span for people: `46 s`, `22 min`, `4 h 20 min`, `3 d 4 h`. */
export function formatSpan(ms: number): string {
  if (ms < minuteMs) return `${Math.max(0, Math.round(ms / 1_000))} s`
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`
  if (ms < 2 * dayMs) {
    const minutes = Math.floor((ms % hourMs) / minuteMs)
    return `${Math.floor(ms / hourMs)} h${minutes > 0 ? ` ${String(minutes).padStart(2, '0')} min` : ''}`
  }
  const hours = Math.floor((ms % dayMs) / hourMs)
  return `${Math.floor(ms / dayMs)} d${hours > 0 ? ` ${hours} h` : ''}`
}

/** What one step took: `0.2 s`, `46.2 s`, then as a clock. */
export function formatTook(ms: number): string {
  return ms < 100_000 ? `${(ms / 1_000).toFixed(1)} s` : formatClock(ms)
}
