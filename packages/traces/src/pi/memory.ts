import type { OpenCalls } from '../content/open-calls.ts'

export interface PiMemory {
  calls: OpenCalls
  /** A message that is being streamed and has not come whole. */
  partial: { offset: number; end: number; text: string; thinking: string } | null
  /** Latest output of a running tool: it is only written whole when the tool ends. */
  running: { callId: string; name: string; offset: number; length: number; output: string } | null
}

export function beginPi(): PiMemory {
  return { calls: {}, partial: null, running: null }
}
