/** Maps with at most `size` calls under way: a job of 10,000 trials must not open 10,000 files. */
export async function inBatches<T, R>(items: readonly T[], size: number, map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map(map))))
  }
  return results
}
