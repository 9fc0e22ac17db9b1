'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { QueryError } from '#/features/live/query-error.tsx'
import { useMay } from '#/features/shell/viewer.ts'
import { useTRPC } from '#/trpc/client.ts'
import { CapDialog } from './cap-dialog.tsx'

/** How much the team may run at once, and does; its admins change its cap. */
export function LimitsCard() {
  const trpc = useTRPC()
  const limits = useQuery(trpc.limits.get.queryOptions())
  const mayChange = useMay('admin')
  const [changing, setChanging] = useState(false)
  const { data } = limits
  return (
    <section className="card" id="limits" aria-labelledby="limits-title">
      <header>
        <h2 id="limits-title">Limits</h2>
        <span className="-ml-1 text-muted">weight units that runs use at once</span>
        {mayChange && data !== undefined ? (
          <Button className="ml-auto" onClick={() => setChanging(true)}>
            Change cap
          </Button>
        ) : null}
      </header>
      <QueryError query={limits} what="The limits" />
      {data === undefined ? (
        limits.isPending ? (
          <SkeletonRows rows={1} height={56} columns={['1fr', '1fr', '160px']} />
        ) : null
      ) : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-4 border-t border-border px-4 py-4">
          <Use
            what="This team"
            used={data.used}
            cap={data.cap}
            note={data.cap === 0 ? 'Nothing of the team starts while the cap is 0.' : null}
          />
          <Use what="All teams" {...data.installation} note="Set by whoever has the machine." />
          <div>
            <div className="text-12 font-medium text-text-2">Share</div>
            <div className="text-15 font-semibold tabular-nums">{Number(data.share.toPrecision(6))}</div>
            <div className="text-12 text-muted">
              Teams that wait take turns in proportion to theirs. Set by whoever has the machine.
            </div>
          </div>
        </div>
      )}
      {changing && data !== undefined ? <CapDialog cap={data.cap} onClose={() => setChanging(false)} /> : null}
    </section>
  )
}

interface UseProps {
  what: string
  used: number
  cap: number | null
  note: string | null
}

function Use({ what, used, cap, note }: UseProps) {
  const words = cap === null ? `${used} units in use, no cap` : `${used} of ${cap} units in use`
  const share = cap === null ? 0 : cap === 0 ? 100 : Math.min(100, (used / cap) * 100)
  return (
    <div>
      <div className="mb-1.5 flex gap-2 text-12">
        <span className="font-medium text-text-2">{what}</span>
        <span className="ml-auto text-muted tabular-nums">{words}</span>
      </div>
      <div className="bar thick" role="img" aria-label={`${what}: ${words}`}>
        <i className={cap === 0 ? 'dim' : 'accent'} style={{ width: `${share}%` }} />
      </div>
      {note === null ? null : <div className="mt-1.5 text-12 text-muted">{note}</div>}
    </div>
  )
}
