/** The middle value; the mean of the two in the middle of an even number. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}

/** The smallest value that at least `share` (0 … 1) of all values do not exceed (nearest rank). NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/**
 * The median of one ratio a round: what slows the whole machine down for a while is in both sides of a round, and
 * leaves the ratio alone. Rounds in which either side has no value are left out.
 */
export function medianRatio(values: readonly (number | null)[], references: readonly (number | null)[]): number {
  const ratios = values.flatMap((value, round) => {
    const reference = references[round]
    return value === null || reference === null || reference === undefined ? [] : [value / reference]
  })
  return median(ratios)
}
