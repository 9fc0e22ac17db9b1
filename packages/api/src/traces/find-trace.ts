import { type Db, getTrace, type TraceRow } from '@paddock/db'
import { unknownTrace } from './unknown-trace.ts'

/** @throws Refusal UNKNOWN_TRACE, also for a trace of another team */
export async function findTrace(tx: Db, id: string): Promise<TraceRow> {
  const trace = await getTrace(tx, id)
  if (trace !== null) return trace
  throw unknownTrace(id)
}
