/** `1,228`. */
export function formatCount(n: number): string {
  return n.toLocaleString('en-US')
}

/** `160/267`; `160/?` while the plan is unknown. */
export function formatProgress(ended: number, planned: number | null): string {
  return `${formatCount(ended)}/${planned === null ? '?' : formatCount(planned)}`
}

/** Tokens: `212`, `48.2k`, `1.84 M`; null is unknown. */
export function formatTokens(n: number | null | undefined): string {
  if (n === null || n === undefined) return 'unknown'
  if (n < 1_000) return String(n)
  if (n < 999_500) return `${(n / 1_000).toFixed(n < 99_950 ? 1 : 0)}k`
  return `${(n / 1_000_000).toFixed(2)} M`
}

/** `1 arm`, `2 arms`; the plural is the word with an s unless given. */
export function plural(n: number, word: string, words = `${word}s`): string {
  return `${formatCount(n)} ${n === 1 ? word : words}`
}
