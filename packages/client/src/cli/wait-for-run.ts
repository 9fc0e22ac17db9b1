import { isTerminal } from '@paddock/domain'
import type { Session } from './session.ts'

export type RunView = Awaited<ReturnType<Session['client']['runs']['get']['query']>>

/** The server answers a wait within this; a longer one is a loop of these. */
const longestCallMs = 30_000

/**
 * The run once it has ended, or as it stands when the time is over. The server wakes us; nothing polls.
 * @param timeoutMs null: for ever
 */
export async function waitForRun({ client, output }: Session, id: string, timeoutMs: number | null): Promise<RunView> {
  const deadline = timeoutMs === null ? Infinity : performance.now() + timeoutMs
  for (;;) {
    const left = Math.max(0, Math.min(longestCallMs, deadline - performance.now()))
    const run = await client.runs.wait.query({ id, timeoutMs: Math.round(left) })
    if (isTerminal(run.status) || performance.now() >= deadline) return run
    output.progress(run.summary)
  }
}
