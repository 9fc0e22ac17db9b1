import type { Host } from '../host.ts'
import { pruneRecords } from './prune-records.ts'

const everyMs = 3_600_000

/** Prunes the records of ended runs now and every hour. Returns what stops it. */
export function keepPruning({ state, config, wallClockMs }: Host): () => void {
  const prune = () => pruneRecords(state.path, config().keepRunRecords, wallClockMs())
  prune()
  const timer = setInterval(prune, everyMs)
  return () => clearInterval(timer)
}
