'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { Icon } from '#/components/icon.tsx'
import { RelativeTime } from '#/components/relative-time.tsx'
import { StatusChip } from '#/components/status-chip.tsx'
import { Elapsed } from '#/features/runs/elapsed.tsx'
import { RunnerActions } from './runner-actions.tsx'
import { capacityWords, isOnline, ownLabels, type Runner, runnerShape } from './runner-look.ts'
import { RunnerNotes } from './runner-notes.tsx'

/** One daemon: its state, what it has room for, what it runs, when it was last heard. */
export function RunnerCard({ runner, mayOrder }: { runner: Runner; mayOrder: boolean }) {
  const online = isOnline(runner)
  const labels = ownLabels(runner)
  const foreign = runner.heldRuns - runner.runs.length
  return (
    <article className="card runner" aria-label={`Runner ${runner.name}`}>
      <div className="flex items-center gap-2">
        <h2 className="truncate font-code text-14!" title={runner.name}>
          {runner.name}
        </h2>
        <StatusChip shape={runnerShape(runner.state)}>{runner.state}</StatusChip>
        {mayOrder ? <RunnerActions runner={runner} /> : null}
      </div>
      {labels.length === 0 ? null : (
        <div className="flex flex-wrap gap-1">
          {labels.map((label) => (
            <span key={label} className="tag">
              {label}
            </span>
          ))}
        </div>
      )}
      <RunnerNotes runner={runner} />
      <div className={online ? '' : 'opacity-60'}>
        <div className="mb-1.5 flex text-12">
          <span className="font-medium text-text-2 tabular-nums">{capacityWords(runner)}</span>
          <span className="ml-auto text-muted">{runner.version}</span>
        </div>
        <div className="bar thick" role="img" aria-label={capacityWords(runner)}>
          <i
            className={runner.state === 'draining' ? 'dim' : 'accent'}
            style={{
              width: `${runner.capacity === null || runner.capacity === 0 ? 0 : Math.min(100, (runner.usedWeight / runner.capacity) * 100)}%`,
            }}
          />
        </div>
      </div>
      <ul className="runs-held text-12">
        {runner.runs.map((run) => (
          <li key={run.runId} className="flex gap-2">
            <span className="font-code text-muted">{run.runId}</span>
            <Link className="truncate hover:underline" href={`/runs/${run.runId}` as Route}>
              {run.name}
            </Link>
            <span className="ml-auto flex-none text-muted">{run.lostAt === null ? run.status : 'lost'}</span>
          </li>
        ))}
        {foreign > 0 ? <li className="text-muted">{foreign} of other teams</li> : null}
        {runner.heldRuns === 0 ? <li className="text-muted">Runs nothing</li> : null}
      </ul>
      <Offers runner={runner} />
      <div className="mt-auto flex gap-3 text-12 text-muted">
        <span className={online ? '' : 'text-orphaned'}>
          {online ? 'Beat' : 'Last beat'} <RelativeTime at={runner.beatAt} every={1_000} />
        </span>
        {online ? (
          <span className="ml-auto">
            up <Elapsed from={runner.startedAt} to={null} every={60_000} />
          </span>
        ) : null}
      </div>
    </article>
  )
}

function Offers({ runner }: { runner: Runner }) {
  const offers = Array.isArray(runner.offers) ? runner.offers : []
  if (offers.length === 0) return null
  const can = offers.filter((offer) => offer.reason === null)
  const cannot = offers.filter((offer) => offer.reason !== null)
  return (
    <details className="offers text-12">
      <summary>
        <Icon name="right" small />
        Offers {can.map((offer) => offer.id).join(', ') || 'nothing'}
        {cannot.length > 0 ? <span className="text-muted"> · {cannot.length} not</span> : null}
      </summary>
      <ul className="mt-1 grid gap-1 pl-5 text-muted">
        {cannot.map((offer) => (
          <li key={`${offer.kind} ${offer.id}`} className="[overflow-wrap:anywhere]">
            <b className="text-text-2">{offer.id}</b>: {offer.reason}
          </li>
        ))}
        {cannot.length === 0 ? <li>All that this version knows.</li> : null}
      </ul>
    </details>
  )
}
