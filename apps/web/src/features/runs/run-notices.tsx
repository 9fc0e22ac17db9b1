import type { Route } from 'next'
import Link from 'next/link'
import { RelativeTime } from '#/components/relative-time.tsx'
import { Strip } from '#/components/strip.tsx'
import type { Outputs } from '#/trpc/outputs.ts'
import { GiveUpRun } from './give-up-run.tsx'
import { hostWords, ReleaseWorkspace } from './release-workspace.tsx'
import { WaitReason } from './wait-line.tsx'

/** Why it waits, that it is lost, why it failed, what replaced it. */
export function RunNotices({ run }: { run: Outputs['runs']['get'] }) {
  const held = run.status === 'starting' || run.status === 'running'
  const { leftBehind } = run
  return (
    <div className="mb-4 grid gap-2 empty:hidden">
      {run.status === 'queued' ? (
        <Strip
          tone="calm"
          title="Waiting."
          action={run.waitReason?.leftBy === undefined ? null : <ReleaseWorkspace left={run.waitReason.leftBy} />}
        >
          <WaitReason reason={run.waitReason} />
        </Strip>
      ) : null}
      {held && run.lostAt !== null ? (
        <Strip title="Contact to its runner is lost." action={<GiveUpRun run={run} />}>
          Since <RelativeTime at={run.lostAt} />. Its processes may still run; when the runner comes back it goes on
          from here. Results so far are kept.
        </Strip>
      ) : null}
      {run.cancelRequestedAt !== null ? (
        <Strip tone="calm" title={held ? 'Being cancelled.' : 'Cancelled.'}>
          {run.cancelReason ?? ''}
        </Strip>
      ) : null}
      {run.error !== null && run.status !== 'cancelled' ? (
        <Strip
          tone="error"
          title={run.error.code === null ? 'It failed.' : `${run.error.code.toLowerCase().replaceAll('_', ' ')}:`}
        >
          {run.error.message}
        </Strip>
      ) : null}
      {leftBehind === null || !(leftBehind.hasWorkspace || run.status === 'orphaned') ? null : (
        <Strip
          title={leftBehind.hasWorkspace ? 'Its workspace is closed.' : 'Its processes may still run.'}
          action={<ReleaseWorkspace left={{ runId: run.id, ...leftBehind }} />}
        >
          {leftBehind.hasWorkspace
            ? `Its processes may still run on ${hostWords(leftBehind)}; until that returns and ends them, or somebody releases it, no other run gets in.`
            : `On ${hostWords(leftBehind)}; until that returns and ends them, a retry of this run waits.`}
        </Strip>
      )}
      {run.supersededBy === null ? null : (
        <Strip tone="calm" title="Retried.">
          <Link className="link" href={`/runs/${run.supersededBy}` as Route}>
            {run.supersededBy}
          </Link>{' '}
          goes on in its place; the spend of both counts.
        </Strip>
      )}
    </div>
  )
}
