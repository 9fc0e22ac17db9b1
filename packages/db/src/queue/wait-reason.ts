import { type QueueLimits, queueLimits, type RunStatus } from '@paddock/domain'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { RunRow } from '../rows.ts'
import { lane, run } from '../schema/index.ts'
import { capReason } from './cap-reason.ts'
import { isHeld } from './held.ts'
import { type LeftBehind, leftBehind } from './left-behind.ts'
import { runnerReason } from './runner-reason.ts'

export interface WaitReason {
  kind: 'capacity' | 'workspace' | 'label' | 'cap' | 'paused' | 'none'
  /** From 1, among the ready runs of its lane, which the same runners can take; null when parked or not queued. */
  position: number | null
  /** One sentence, such as `no online runner has label gpu`. */
  text: string
  /** Runs of the own team that hold what it waits for. */
  holders: { runId: string; name: string }[]
  /** Requirements that no online runner has. */
  missing: string[]
  /** Which cap keeps it. */
  cap?: 'team' | 'installation'
  /** The attempt that is over, whose processes may still be in its workspace: only its host or a person can clear it. */
  leftBy?: { runId: string } & LeftBehind
  /** The run that has its workspace is lost: its host may come back, or a person give up on it. */
  lostHolder?: string
}

/** What it waits for, before its place in the queue is added. */
export type Obstacle = Omit<WaitReason, 'position'>

export type WaitLimits = Pick<QueueLimits, 'claimNeedsBeatWithinMs'>

/**
 * Why a queued run waits, as the next claim would see it: what keeps every runner from it first, then its workspace,
 * a cap, capacity. `none`: it is not queued, or about to be claimed. Null: no such run.
 */
export async function waitReason(db: Db, runId: string, limits: WaitLimits = queueLimits): Promise<WaitReason | null> {
  const [row] = await db
    .select({ run, requires: lane.requires })
    .from(run)
    .innerJoin(lane, eq(lane.id, run.laneId))
    .where(eq(run.id, runId))
  if (row === undefined) return null
  if (row.run.status !== 'queued') return { ...free(notQueued(row.run.status)), position: null }
  const position = row.run.dispatch === 'ready' ? await positionOf(db, row.run) : null
  const fleet = await runnerReason(db, row.run, row.requires, limits)
  const obstacle =
    (fleet?.kind === 'capacity' ? null : fleet) ??
    (await workspaceReason(db, row.run)) ??
    (await capReason(db, row.run)) ??
    fleet ??
    free(position === null || position === 1 ? 'next in line' : `${position - 1} of its lane go first`)
  return { ...obstacle, position }
}

function free(text: string): Obstacle {
  return { kind: 'none', text, holders: [], missing: [] }
}

function notQueued(status: RunStatus): string {
  return status === 'starting' || status === 'running' ? 'a runner has it' : 'it has ended'
}

const countUpTo = 10_000

/** Index: run_ready (lane_id, sort_key). */
async function positionOf(db: Db, waiting: RunRow): Promise<number> {
  const [row] = await db.execute<{ ahead: number }>(sql`
    select count(*)::integer as ahead from (
      select from run where lane_id = ${waiting.laneId} and dispatch = 'ready' and sort_key < ${waiting.sortKey}
      limit ${countUpTo}
    ) as before`)
  return (row?.ahead ?? 0) + 1
}

async function workspaceReason(db: Db, waiting: RunRow): Promise<Obstacle | null> {
  if (waiting.workspaceKey === null) return null
  const [holder] = await db.execute<Holder & Record<string, unknown>>(sql`
    select key_lock.run_id as "runId", run.name, coalesce(run.epoch = key_lock.epoch and ${isHeld}, false) as held,
      lost_at is not null as lost
    from key_lock left join run on run.id = key_lock.run_id where key = ${waiting.workspaceKey}`)
  if (holder === undefined && waiting.dispatch === 'ready') return null
  const left = holder === undefined || holder.held ? null : await leftBehind(db, holder.runId)
  return {
    kind: 'workspace',
    text: workspaceText(holder),
    holders: holder?.name == null ? [] : [{ runId: holder.runId, name: holder.name }],
    missing: [],
    ...(holder?.held && holder.lost ? { lostHolder: holder.runId } : {}),
    ...(holder === undefined || left === null ? {} : { leftBy: { runId: holder.runId, ...left } }),
  }
}

interface Holder {
  runId: string
  /** Null: deleted. */
  name: string | null
  held: boolean
  lost: boolean
}

function workspaceText(holder: Holder | undefined): string {
  if (holder === undefined) return 'its workspace is in use, by another team or until a moment ago'
  if (holder.name === null) {
    return `its workspace was left by a deleted run (${holder.runId}) whose processes may still run`
  }
  if (holder.held && holder.lost) return `its workspace is in use by run ${holder.name}, which is lost`
  if (holder.held) return `its workspace is in use by run ${holder.name}`
  return `its workspace was left by run ${holder.name}, whose processes may still run`
}
