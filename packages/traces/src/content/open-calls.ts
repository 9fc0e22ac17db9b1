import { maxOpenCalls } from '../limits.ts'

export interface OpenCall {
  name: string
  at?: string
  /** The agent path of the call itself. */
  path: string[]
}

/** Calls that wait for their result, oldest first; JSON, because it is part of a reader's state. */
export type OpenCalls = Record<string, OpenCall>

// Ids come from the log: the prefix keeps `__proto__` an id, and numbers in order.
const keyOf = (callId: string): string => `#${callId}`

export function rememberCall(calls: OpenCalls, callId: string | null, call: OpenCall): void {
  if (callId === null) return
  delete calls[keyOf(callId)]
  calls[keyOf(callId)] = call
  const ids = Object.keys(calls)
  if (ids.length > maxOpenCalls) delete calls[ids[0] as string]
}

/** The call, if it is known. */
export function findCall(calls: OpenCalls, callId: string | null): OpenCall | undefined {
  return callId === null ? undefined : calls[keyOf(callId)]
}

/** The call that a result answers; it is forgotten with that. */
export function answerCall(calls: OpenCalls, callId: string | null): OpenCall | undefined {
  const call = findCall(calls, callId)
  if (call && callId !== null) delete calls[keyOf(callId)]
  return call
}
