import type { RunListItem } from '@paddock/db'

/** What decides whether an attempt counts. */
export interface Standing {
  runId: string
  attempt: number
  decided: boolean
  superseded: boolean
}

/**
 * The attempts of an arm at one task that count; `attempts` come oldest run first, `origins` from `originsOf`. A retried
 * run and its successors are one series: per attempt the first decided trial stands, and a later run fills only what had
 * no verdict. (Re-running what failed and keeping the later result makes an arm win against itself.)
 */
export function standingAttempts<T extends Standing>(
  attempts: readonly T[],
  origins: ReadonlyMap<string, string>,
): Set<T> {
  const standing = new Map<string, T>()
  for (const attempt of attempts) {
    if (attempt.superseded) continue
    const key = `${attempt.attempt} of ${origins.get(attempt.runId) ?? attempt.runId}`
    if (!standing.get(key)?.decided) standing.set(key, attempt)
  }
  return new Set(standing.values())
}

/** Run → the first run of its chain of retries. */
export function originsOf(runs: readonly Pick<RunListItem, 'id' | 'retryOf'>[]): Map<string, string> {
  const retryOf = new Map(runs.map((run) => [run.id, run.retryOf]))
  const origins = new Map<string, string>()
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
    origins.set(id, first)
  }
  return origins
}
