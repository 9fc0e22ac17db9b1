'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#/trpc/client.ts'
import { isOnline, type Runner } from './runner-look.ts'

/** The fleet in four numbers. */
export function FleetSummary({ runners, loaded }: { runners: readonly Runner[]; loaded: boolean }) {
  const trpc = useTRPC()
  const overview = useQuery(trpc.me.overview.queryOptions())
  const online = runners.filter(isOnline)
  const used = online.reduce((sum, runner) => sum + runner.usedWeight, 0)
  const total = online.some((runner) => runner.capacity === null)
    ? null
    : online.reduce((sum, runner) => sum + (runner.capacity ?? 0), 0)
  const held = online.reduce((sum, runner) => sum + runner.heldRuns, 0)
  const show = (text: string | number) => (loaded ? text : ' ')
  return (
    <dl className="card summary">
      <div>
        <dt>Capacity in use, online runners</dt>
        <dd>
          {show(used.toFixed(1))} <span>{total === null ? 'no limit' : `of ${total}`}</span>
        </dd>
        <div className="bar mt-1">
          <i className="accent" style={{ width: `${total ? Math.min(100, (used / total) * 100) : 0}%` }} />
        </div>
      </div>
      <div>
        <dt>Online</dt>
        <dd>
          {show(online.length)} <span>of {runners.length}</span>
        </dd>
      </div>
      <div>
        <dt>Running</dt>
        <dd>
          {show(held)} <span>{held === 1 ? 'run' : 'runs'}</span>
        </dd>
      </div>
      <div>
        <dt>Waiting</dt>
        <dd>
          {overview.data?.capacity.waiting ?? ' '} <span>of this team</span>
        </dd>
      </div>
    </dl>
  )
}
