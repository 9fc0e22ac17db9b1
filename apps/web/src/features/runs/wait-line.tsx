'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import Link from 'next/link'
import { useTRPC } from '#/trpc/client.ts'
import type { Outputs } from '#/trpc/outputs.ts'

type Reason = NonNullable<Outputs['runs']['get']['waitReason']>

/** Why a queued run waits, as the next claim would see it. */
export function WaitLine({ runId }: { runId: string }) {
  const trpc = useTRPC()
  const run = useQuery(trpc.runs.get.queryOptions({ id: runId }))
  return <WaitReason reason={run.data?.waitReason ?? null} />
}

export function WaitReason({ reason }: { reason: Reason | null }) {
  if (reason === null) return <span className="text-muted">waits</span>
  const blocked = reason.kind === 'label' || reason.kind === 'paused'
  return (
    <span className={blocked ? 'text-limit' : 'text-text-2'}>
      {reason.position === null ? null : <b>{ordinal(reason.position)}. </b>}
      {sentence(reason.text)}{' '}
      {reason.holders.slice(0, 3).map((holder) => (
        <Link key={holder.runId} className="link mr-1" href={`/runs/${holder.runId}` as Route}>
          {holder.name}
        </Link>
      ))}
      {reason.cap === 'team' ? (
        <Link className="link" href={'/settings#limits' as Route}>
          See limits
        </Link>
      ) : null}
      {reason.cap === 'installation' ? 'Whoever has the machine sets it.' : null}
      {blocked ? (
        <Link className="link" href="/runners">
          See runners
        </Link>
      ) : null}
    </span>
  )
}

function sentence(text: string): string {
  const upper = text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(upper) ? upper : `${upper}.`
}

function ordinal(n: number): string {
  const tens = n % 100
  const ones = tens > 10 && tens < 14 ? 0 : n % 10
  return `${n}${['th', 'st', 'nd', 'rd'][ones] ?? 'th'}`
}
