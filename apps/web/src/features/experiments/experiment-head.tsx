'use client'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { CopyButton } from '#/components/copy-button.tsx'
import { RelativeTime } from '#/components/relative-time.tsx'
import { StatusChip } from '#/components/status-chip.tsx'
import { useMay } from '#/features/shell/viewer.ts'
import { plural } from '#/format/count.ts'
import { formatMoney } from '#/format/money.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { AddArmDialog } from './add-arm-dialog.tsx'
import { isLive } from './arm-view.ts'
import { GoalLine } from './goal-line.tsx'

interface ExperimentHeadProps {
  experiment: Outputs['experiments']['get']
  matrix: Outputs['experiments']['matrix'] | undefined
  figures: Outputs['experiments']['compare']['arms']
  reference: string | null
}

/** What the experiment asks, how far it is, what it cost. */
export function ExperimentHead({ experiment, matrix, figures, reference }: ExperimentHeadProps) {
  const mayLaunch = useMay('member')
  const [adding, setAdding] = useState(false)
  const running = experiment.arms.filter((arm) => arm.runs.some(isLive)).length
  const attempts = matrix === undefined ? 0 : Math.max(0, ...matrix.tasks.flatMap((t) => t.cells.map((c) => c.length)))
  const launch = experiment.arms[0]?.launch
  const known = figures.flatMap((arm) => (arm.costUsd === null ? [] : [arm.costUsd]))
  const unpriced = figures.reduce((n, arm) => n + arm.unpriced, 0)
  return (
    <div className="exhead">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="font-code text-[19px]! [overflow-wrap:anywhere]">{experiment.id}</h1>
        <span className="chip line">{experiment.status}</span>
        {running > 0 ? (
          <StatusChip shape="running">
            {running} of {plural(experiment.arms.length, 'arm')} running
          </StatusChip>
        ) : null}
      </div>
      <div className="actions">
        <CopyButton
          text={typeof location === 'undefined' ? '' : location.href}
          label="Copy the address of this view"
          word="Share"
          icon="link"
        />
        <Button
          tone="primary"
          icon="plus"
          disabledReason={
            !mayLaunch
              ? 'Takes the role member'
              : experiment.arms.length === 0 && 'Launch its first arm: there is none to inherit from'
          }
          onClick={() => setAdding(true)}
        >
          Add arm
        </Button>
      </div>
      <GoalLine experimentId={experiment.id} goal={experiment.goal} />
      <div className="meta">
        {launch === undefined ? null : <span>{launch.dataset ?? launch.benchmark}</span>}
        {matrix === undefined || matrix.tasks.length === 0 ? null : (
          <span>
            {plural(matrix.tasks.length, 'task')} × {plural(attempts, 'attempt')}
          </span>
        )}
        {reference === null ? null : (
          <span>
            reference <b className="text-text-2">{reference}</b>
          </span>
        )}
        <span title={unpriced > 0 ? `${plural(unpriced, 'trial')} without a known price` : undefined}>
          <b className="text-text-2 tabular-nums">
            {known.length === 0 ? 'cost unknown' : formatMoney(known.reduce((a, b) => a + b, 0))}
          </b>
          {known.length > 0 && unpriced > 0 ? `, ${plural(unpriced, 'trial')} unpriced` : ''}
        </span>
        <span>
          started <RelativeTime at={experiment.createdAt} every={15_000} />
        </span>
      </div>
      {adding ? <AddArmDialog experiment={experiment} onClose={() => setAdding(false)} /> : null}
    </div>
  )
}
