import { canMove, heldRunStatuses, terminalRunStatuses } from '@paddock/domain'
import { sql } from 'drizzle-orm'

const quoted = (statuses: readonly string[]) => sql.raw(statuses.map((status) => `'${status}'`).join(', '))

/** A runner holds the run: written out, so that the partial indexes over the same words serve it. */
export const isHeld = sql`status in (${quoted(heldRunStatuses)})`

// The SQL takes every held status as the source of every terminal one; the transition table must agree.
for (const from of heldRunStatuses) {
  for (const to of terminalRunStatuses) {
    if (!canMove(from, to)) throw new Error(`domain forbids ${from} → ${to}, the database writes it`)
  }
}
