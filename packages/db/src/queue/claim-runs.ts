import type { QueueLimits } from '@paddock/domain'
import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { fromRow } from '../from-row.ts'
import type { RunRow } from '../rows.ts'
import { run } from '../schema/index.ts'
import { claimStatement } from './claim-statement.ts'
import { plainClaimStatement } from './plain-claim-statement.ts'

export interface ClaimRequest {
  runnerId: string
  laneIds: readonly number[]
  /** What is left of the capacity, in hundredths; null: no cap. */
  freeWeight: number | null
  /** Runs at most, up to 50. */
  limit: number
  /** The misfit that has waited long enough: nothing behind it is taken until it fits. */
  reserveFor?: string | null
  limits: Pick<QueueLimits, 'claimNeedsBeatWithinMs'>
}

/** `status` is `starting` and `epoch` the one that every write must name. */
export type ClaimedRun = RunRow

export interface Claim {
  runs: ClaimedRun[]
  /** The first run in order that only lacked capacity here; `not-looked`: this claim did not get that far. */
  misfit: { runId: string; weight: number } | null | 'not-looked'
  /** Work was seen that this claim left (its limit, another claimer at that moment): ask again after some ms. */
  more: boolean
}

const nothing: Claim = { runs: [], misfit: null, more: false }

/**
 * Claims ready runs for a daemon, which asks for one claim at a time. Empty when the daemon is gone, not ready, or late
 * with its beat. With nothing held, the first run goes even if it is heavier than `freeWeight`.
 */
export async function claimRuns(db: Db, request: ClaimRequest): Promise<Claim> {
  if (request.laneIds.length === 0 || request.limit < 1) return nothing
  if (request.freeWeight !== null && request.freeWeight <= 0) return nothing
  // Behind capacity that is reserved nothing is plain.
  const plain = request.reserveFor == null ? await claimPlain(db, request) : null
  return plain ?? claimWhole(db, request)
}

/** Null: nothing plain is in front, though something waits. */
async function claimPlain(db: Db, request: ClaimRequest): Promise<Claim | null> {
  const rows = await db.execute<Record<string, unknown> & { rest: boolean; more: boolean; capped: boolean }>(
    plainClaimStatement(request),
  )
  const [first] = rows
  if (first === undefined) return nothing
  const runs = runsOf(rows)
  if (runs.length === 0 && (first.rest || first.capped)) return null
  return { runs, misfit: first.rest ? 'not-looked' : null, more: first.more }
}

async function claimWhole(db: Db, request: ClaimRequest): Promise<Claim> {
  const free = await claim(db, request, 'without-cap')
  const left = remaining(request, free.claim.runs)
  if (!free.capped || left === null) return free.claim
  const capped = await claimUnderCap(db, left)
  return {
    runs: [...free.claim.runs, ...capped.runs],
    misfit: free.claim.misfit ?? capped.misfit,
    more: free.claim.more || capped.more,
  }
}

/** What a second claim may take beside the first; null: nothing. */
function remaining(request: ClaimRequest, taken: readonly ClaimedRun[]): ClaimRequest | null {
  const limit = request.limit - taken.length
  const weight = taken.reduce((sum, run) => sum + run.weight, 0)
  const freeWeight = request.freeWeight === null ? null : request.freeWeight - weight
  return limit < 1 || (freeWeight !== null && freeWeight <= 0) ? null : { ...request, limit, freeWeight }
}

/** Lock first, count in the next statement: its snapshot then holds every claim made before. */
async function claimUnderCap(db: Db, request: ClaimRequest): Promise<Claim> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7041966, 1)`)
    return (await claim(tx, request, 'under-cap')).claim
  })
}

async function claim(db: Db, request: ClaimRequest, mode: 'without-cap' | 'under-cap') {
  const rows = await db.execute<Record<string, unknown> & Verdict>(claimStatement(request, mode))
  const [first] = rows
  if (first === undefined) throw new Error('a claim answers with at least one row')
  const misfit = first.misfit_id === null ? null : { runId: first.misfit_id, weight: Number(first.misfit_weight) }
  return { claim: { runs: runsOf(rows), misfit, more: first.more }, capped: first.capped }
}

function runsOf(rows: readonly Record<string, unknown>[]): ClaimedRun[] {
  return rows.filter((row) => row.id !== null).map((row) => fromRow(run, row))
}

interface Verdict {
  misfit_id: string | null
  misfit_weight: number | null
  more: boolean
  capped: boolean
}
