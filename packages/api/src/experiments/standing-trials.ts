import type { CompareRow, RunListItem } from '@paddock/db'
import { isDecided } from '@paddock/domain'

/**
 * The trials of an arm that count. A retried run and its successors are one series: per task and attempt the first
 * decided trial stands, and a later run fills only what had no verdict. (Re-running what failed and keeping the later
 * result makes an arm win against itself.)
 */
export function standingTrials(
  rows: readonly CompareRow[],
  runs: readonly Pick<RunListItem, 'id' | 'retryOf'>[],
): CompareRow[] {
  const origin = seriesOf(runs)
  const standing = new Map<string, CompareRow>()
  for (const row of [...rows].sort((a, b) => a.runSeq - b.runSeq)) {
    if (row.supersededAt !== null) continue
    const key = JSON.stringify([origin.get(row.runId) ?? row.runId, row.task, row.attempt])
    const before = standing.get(key)
    if (before === undefined || !isDecided(before)) standing.set(key, row)
  }
  return [...standing.values()]
}

/** Run → the first run of its chain of retries. */
function seriesOf(runs: readonly Pick<RunListItem, 'id' | 'retryOf'>[]): Map<string, string> {
  const retryOf = new Map(runs.map((run) => [run.id, run.retryOf]))
  const origin = new Map<string, string>()
  for (const { id } of runs) {
    const seen = new Set([id])
    let first = id
    for (
      let before = retryOf.get(first);
      before && !seen.has(before) && retryOf.has(before);
      before = retryOf.get(first)
    ) {
      first = before
      seen.add(first)
    }
    origin.set(id, first)
  }
  return origin
}
