import type { QueueLimits } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { isHeld } from '../queue/held.ts'

export interface Reaped {
  /** Daemons whose lease ended. */
  gone: { runnerId: string; name: string }[]
  lost: { teamId: string; runId: string; became: 'lost' | 'queued' | 'cancelled' | 'orphaned' }[]
}

/**
 * Declares daemons gone whose lease ended, and runs lost whose daemon is gone for a lease (`status` and epoch stay).
 * An idempotent run is queued again instead (next epoch) within its infrastructure budget, then `orphaned`.
 * Ages say nothing across a gap in which nobody looked (an outage, a suspended laptop, no daemon at all): the first
 * look after one only starts the watch, for one lease. One reaper at a time; the others return at once.
 */
export async function reapRunners(db: Db, request: { limits: Pick<QueueLimits, 'leaseMs'> }): Promise<Reaped> {
  const lease = sql`${request.limits.leaseMs}::float8 * interval '1 ms'`
  return db.transaction(async (tx) => {
    const [watch] = await tx.execute<{ open: boolean }>(sql`
      with mine as materialized (
        select single, coalesce(watched_at < clock_timestamp() - ${lease} / 2, true) as gap from installation
        for update skip locked
      )
      update installation set watched_at = clock_timestamp(),
        reap_not_before = case when gap then clock_timestamp() + ${lease} else reap_not_before end
      from mine where installation.single = mine.single
      returning not gap and coalesce(reap_not_before <= clock_timestamp(), true) as open`)
    if (watch?.open !== true) return { gone: [], lost: [] }
    return reap(tx, lease)
  })
}

async function reap(tx: Db, lease: ReturnType<typeof sql>): Promise<Reaped> {
  // A plain UPDATE would not wait for the KEY SHARE of a claim; SKIP LOCKED passes over a daemon that is claiming.
  const gone = await tx.execute<{ runnerId: string; name: string }>(sql`
    with stale as materialized (
      select id from runner where status <> 'gone' and beat_at < clock_timestamp() - ${lease}
      for update skip locked
    )
    update runner set status = 'gone', gone_at = clock_timestamp(), status_reason = 'contact lost'
    from stale where runner.id = stale.id
    returning runner.id as "runnerId", runner.name`)
  const again = sql`(on_lost = 'requeue' and cancel_requested_at is null and infra_attempts < infra_budget)`
  // Index: run_held. The guards stand in the UPDATE: a finish or an adoption at this moment wins.
  const lost = await tx.execute<Reaped['lost'][number]>(sql`
    with abandoned as (
      select run.id, run.runner_id from run left join runner on runner.id = run.runner_id
      where run.status in ('starting', 'running') and run.lost_at is null
        and (runner.id is null or runner.status = 'gone' and runner.beat_at < clock_timestamp() - ${lease})
    ),
    written as (
      update run set
        lost_at = case when on_lost = 'report' then clock_timestamp() end,
        status = case when on_lost = 'report' then run.status when ${again} then 'queued'
          when cancel_requested_at is not null then 'cancelled' else 'orphaned' end,
        dispatch = case when ${again} then 'ready' end,
        finished_at = case when on_lost <> 'report' and not ${again} then clock_timestamp() end,
        error_code = case when on_lost = 'report' or ${again} then null
          when cancel_requested_at is not null then 'CANCELLED' else 'INFRA_BUDGET' end,
        error_message = case when on_lost = 'report' or ${again} then null
          when cancel_requested_at is not null then cancel_reason
          else 'It lost its runner ' || (infra_attempts + 1) || ' times, and is not queued again.' end,
        epoch = case when on_lost = 'report' then epoch else epoch + 1 end,
        infra_attempts = case when on_lost = 'report' then infra_attempts else infra_attempts + 1 end,
        runner_id = case when ${again} then null else run.runner_id end,
        expires_at = case when ${again} then clock_timestamp() + (expires_at - queued_at) else expires_at end,
        phase = case when on_lost = 'report' then phase end,
        event_seq = event_seq + 1
      from abandoned
      where run.id = abandoned.id and run.runner_id = abandoned.runner_id and ${isHeld} and run.lost_at is null
      returning run.*
    ),
    told as (
      insert into run_event (run_id, seq, team_id, kind, epoch)
      select id, event_seq, team_id, case when lost_at is not null then 'lost' when status = 'queued' then 'requeued' else status end, epoch
      from written
    )
    select team_id as "teamId", id as "runId", case when lost_at is not null then 'lost' else status end as became
    from written`)
  return { gone: [...gone], lost: [...lost] }
}
