import { type SQL, sql } from 'drizzle-orm'

/** Sends one change of the row at hand: for statements that a person's click runs, once per transaction. */
export function notifyRunChanged(): SQL {
  return sql`pg_notify('paddock_change', json_build_array(json_build_array(team_id, 'run', id))::text)`
}
