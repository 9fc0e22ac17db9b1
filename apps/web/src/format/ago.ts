const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** `just now`, `14 min`, `6 h`, `3 d`; for a column headed by what happened. */
export function formatAge(ms: number): string {
  if (ms < 45 * second) return 'just now'
  if (ms < hour) return `${Math.max(1, Math.round(ms / minute))} min`
  if (ms < day) return `${Math.floor(ms / hour)} h`
  return `${Math.floor(ms / day)} d`
}

/** `3 s ago`, `2 min ago`, `in 4 h`. */
export function formatAgo(ms: number): string {
  const size = Math.abs(ms)
  const text =
    size < minute
      ? `${Math.round(size / second)} s`
      : size < hour
        ? `${Math.round(size / minute)} min`
        : size < day
          ? `${Math.floor(size / hour)} h`
          : `${Math.floor(size / day)} d`
  return ms < 0 ? `in ${text}` : `${text} ago`
}

/** `2026-01-12 08:41:03`, in the reader's own zone. */
export function formatMoment(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** `23:38`, with the date before it when that is not today's. */
export function formatTimeOfDay(at: Date, now: Date): string {
  const moment = formatMoment(at)
  const clock = moment.slice(11, 16)
  return moment.slice(0, 10) === formatMoment(now).slice(0, 10) ? clock : `${moment.slice(5, 10)} ${clock}`
}
