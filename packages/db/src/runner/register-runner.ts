import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { firstRow } from '../from-row.ts'
import { randomId } from '../random-id.ts'
import type { RunnerRow } from '../rows.ts'
import { runner as runnerTable } from '../schema/index.ts'
import type { Offer } from './offer.ts'

export interface NewRunner {
  name: string
  hostId: string
  bootId: string
  pid: number
  version: string
  /** With `benchmark:<id>` and `agent:<id>` for what it offers. */
  labels: readonly string[]
  teams: readonly string[] | null
  /** Hundredths; null: no cap. */
  capacity: number | null
  once: boolean
  offers: Offer[]
}

/**
 * A row for this boot of a daemon. Earlier boots of the same host are marked gone: the lock on the state directory,
 * which the host's id lives in, proves them dead. Their runs wait for adoption.
 */
export async function registerRunner(db: Db, runner: NewRunner): Promise<RunnerRow> {
  const id = randomId('runner')
  const teams = runner.teams === null ? null : [...runner.teams]
  const rows = await db.execute(sql`
    with replaced as (
      update runner set status = 'gone', gone_at = clock_timestamp(), status_reason = 'started again'
      where host_id = ${runner.hostId} and status <> 'gone'
    )
    insert into runner (id, name, host_id, boot_id, pid, version, labels, teams, capacity, once, offers, started_at, beat_at)
    values (${id}, ${runner.name}, ${runner.hostId}, ${runner.bootId}, ${runner.pid}, ${runner.version},
      ${sql.param([...runner.labels])}::text[], ${sql.param(teams)}::text[], ${runner.capacity}, ${runner.once},
      ${JSON.stringify(runner.offers)}::jsonb, clock_timestamp(), clock_timestamp())
    returning *,
      pg_notify('paddock_change', json_build_array(json_build_array(null, 'runner', id))::text)`)
  const row = firstRow(runnerTable, rows)
  if (row === null) throw new Error('the runner was not registered')
  return row
}
