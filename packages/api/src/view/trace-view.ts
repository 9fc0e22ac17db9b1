import type { TraceRow } from '@paddock/db'

export function viewTrace(trace: TraceRow) {
  return {
    id: trace.id,
    trialId: trace.trialId,
    /** Path of the log, relative to the trial's directory. */
    source: trace.source,
    format: trace.format,
    /** The lowest of a trial is the richest. */
    rank: trace.rank,
    status: trace.status,
    /** Steps read under another generation are stale: read again from step 0. */
    generation: trace.generation,
    steps: trace.steps,
    bytes: trace.bytes,
    error: trace.error,
    updatedAt: trace.updatedAt,
  }
}

export type TraceView = ReturnType<typeof viewTrace>
