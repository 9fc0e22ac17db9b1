import { type Connection, getRun, type WaitReason, waitReason } from '@paddock/db'
import { busyLimits } from './test-limits.ts'

type Db = Connection['db']

export interface Waiting {
  reason: WaitReason
  /** What the tables say against the reason, in words; null: it is true. */
  lie: string | null
}

interface Online extends Record<string, unknown> {
  name: string
  labels: string[]
  capacity: number | null
  used: number
}

/**
 * Asks why a run waits, and holds the answer against the tables of the same snapshot. Whether a runner is online is a
 * matter of the clock, not of the snapshot: it is looked at before and after. Null: it does not wait.
 */
export async function checkWaitReason(db: Db, runId: string, requires: readonly string[]): Promise<Waiting | null> {
  const body = async (tx: Db): Promise<Waiting | null> => {
    const row = await getRun(tx, runId)
    if (row === null || row.run.status !== 'queued') return null
    const before = await online(tx)
    const reason = await waitReason(tx, runId, busyLimits)
    const after = await online(tx)
    if (reason === null) return null
    const [lock] = await tx.execute<{ holder: string | null }>(
      `select (select run_id from key_lock where key = run.workspace_key) as holder from run where id = '${runId}'`,
    )
    const facts = { weight: row.run.weight, parked: row.run.dispatch === 'parked', holder: lock?.holder ?? null }
    const lies = [before, after].map((fleet) => lieOf(reason, { ...facts, requires, fleet }))
    return { reason, lie: lies.includes(null) ? null : (lies[0] ?? null) }
  }
  return db.transaction(body, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

async function online(tx: Db): Promise<Online[]> {
  const rows = await tx.execute<Online>(`
    select name, labels, capacity, (
      select coalesce(sum(weight), 0)::integer from run where runner_id = runner.id and status in ('starting', 'running')
    ) as used
    from runner where status in ('ready', 'draining')
      and beat_at > clock_timestamp() - ${busyLimits.claimNeedsBeatWithinMs} * interval '1 ms'`)
  return [...rows]
}

interface Facts {
  requires: readonly string[]
  weight: number
  parked: boolean
  holder: string | null
  fleet: Online[]
}

function lieOf(reason: WaitReason, { requires, weight, parked, holder, fleet }: Facts): string | null {
  const able = fleet.filter(({ labels }) => requires.every((label) => labels.includes(label)))
  const roomy = able.filter(({ capacity, used }) => capacity === null || used === 0 || used + weight <= capacity)
  const says = `"${reason.text}" with ${JSON.stringify({ requires, weight, parked, holder, fleet })}`
  switch (reason.kind) {
    case 'label':
      return able.length === 0 ? null : says
    case 'workspace':
      return holder === null ? (parked ? null : says) : reason.holders[0]?.runId === holder ? null : says
    case 'capacity':
      return able.length > 0 && roomy.length === 0 && holder === null ? null : says
    case 'none':
      return roomy.length > 0 && holder === null && !parked ? null : says
    case 'paused':
      // A runner that is stopping says that it drains; nobody gives orders here.
      return able.length > 0 ? null : says
    case 'cap':
      return says
  }
}
