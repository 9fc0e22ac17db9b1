import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

export type ChangedEntity = 'experiment' | 'run' | 'trial' | 'runner' | 'trace'
/** Team (null: a runner, which all see), entity, id. */
export type Change = readonly [teamId: string | null, entity: ChangedEntity, id: string]

/** To daemons: `run <id>`, `cancel <id>`, `runner <name>`. */
export const wakeChannel = 'paddock_wake'
/** To web hubs: a JSON array of `Change`. */
export const changeChannel = 'paddock_change'

/** PostgreSQL refuses payloads of 8,000 bytes. */
const maxPayloadBytes = 7_900

/** Tells the web hubs what changed, ids only, each once, in as few notifications as they fit into. */
export async function notifyChanges(db: Db, changes: readonly Change[]): Promise<void> {
  const payloads: string[] = []
  let [parts, bytes] = [new Array<string>(), 2]
  for (const change of new Set(changes.map((change) => JSON.stringify(change)))) {
    const size = Buffer.byteLength(change) + 1
    if (bytes + size > maxPayloadBytes) {
      payloads.push(`[${parts.join(',')}]`)
      ;[parts, bytes] = [[], 2]
    }
    parts.push(change)
    bytes += size
  }
  if (parts.length > 0) payloads.push(`[${parts.join(',')}]`)
  if (payloads.length === 0) return
  await db.execute(sql`
    select pg_notify(${changeChannel}, payload) from unnest(${sql.param(payloads)}::text[]) as payload`)
}
