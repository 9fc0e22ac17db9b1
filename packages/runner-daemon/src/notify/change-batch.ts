import { type Change, type ChangedEntity, type Db, notifyChanges } from '@paddock/db'
import type { QueueLimits } from '@paddock/domain'
import { describeError } from '../log/describe-error.ts'
import type { Log } from '../log/log.ts'

export interface ChangeBatch {
  add(teamId: string | null, entity: ChangedEntity, id: string): void
  /** Sends what is left. */
  close(): Promise<void>
}

/** Ids that changed, sent in at most one notification per `notifyEveryMs`: a page looks again, nothing is lost with one. */
export function changeBatch(db: Db, log: Log, limits: Pick<QueueLimits, 'notifyEveryMs'>): ChangeBatch {
  const waiting = new Map<string, Change>()
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    timer = null
    const changes = [...waiting.values()]
    waiting.clear()
    sending = sending
      .then(() => notifyChanges(db, changes))
      .catch((error: unknown) => {
        log.warn({ error: describeError(error), changes: changes.length }, 'changes were not announced')
      })
    return sending
  }

  return {
    add(teamId, entity, id) {
      waiting.set(`${entity} ${id}`, [teamId, entity, id])
      timer ??= setTimeout(() => void flush(), limits.notifyEveryMs)
    },
    async close() {
      if (timer) clearTimeout(timer)
      if (waiting.size > 0) await flush()
      await sending
    },
  }
}
