import type { Change } from './change.ts'
import type { ChangeStream } from './change-stream.ts'

/** Waits for a change that is meant, or for one of missed changes; returns early when `goOn` says no. */
export async function untilChanged(
  stream: ChangeStream,
  isMeant: (change: Change) => boolean,
  goOn: () => boolean,
): Promise<void> {
  while (goOn()) {
    const changes = await stream.next()
    if (changes.some((change) => change.entity === '*' || isMeant(change))) return
  }
}
