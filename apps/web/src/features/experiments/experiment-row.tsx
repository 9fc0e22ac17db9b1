'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { IntervalCell } from '#/components/interval-cell.tsx'
import { endedTrials, type Progress } from '#/components/progress-bar.tsx'
import { RelativeTime } from '#/components/relative-time.tsx'
import { StatusChip } from '#/components/status-chip.tsx'
import { formatProgress } from '#/format/count.ts'
import { formatMoney } from '#/format/money.ts'
import { formatPercent } from '#/format/percent.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { listAxis } from './rate-axis.ts'

export type ListedExperiment = Outputs['experiments']['list']['experiments'][number]
type ListedArm = ListedExperiment['arms'][number]

function progressOf(arms: readonly ListedArm[]): Progress {
  const sum: Progress = { planned: 0, passed: 0, failed: 0, errored: 0, missing: 0, running: 0 }
  for (const arm of arms) {
    sum.planned = sum.planned === null || arm.plannedTrials === null ? null : sum.planned + arm.plannedTrials
    for (const part of ['passed', 'failed', 'errored', 'missing', 'running'] as const) sum[part] += arm.trials[part]
  }
  return sum
}

function bestArm(arms: readonly ListedArm[]): { arm: ListedArm; rate: number; index: number } | null {
  let best: { arm: ListedArm; rate: number; index: number } | null = null
  arms.forEach((arm, index) => {
    if (arm.decidedTrials === 0) return
    const rate = arm.decidedPassed / arm.decidedTrials
    if (best === null || rate > best.rate) best = { arm, rate, index }
  })
  return best
}

function spent(arms: readonly ListedArm[]): number | null {
  const known = arms.flatMap((arm) => (arm.costUsd === null ? [] : [arm.costUsd]))
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0)
}

export function ExperimentRow({ experiment, isCursor }: { experiment: ListedExperiment; isCursor: boolean }) {
  const { arms } = experiment
  const progress = progressOf(arms)
  const ended = endedTrials(progress)
  const live = arms.filter((arm) => arm.runs.live > 0).length
  const best = bestArm(arms)
  const provisional =
    best !== null &&
    (best.arm.runs.live > 0 || (best.arm.plannedTrials ?? 0) > best.arm.decidedTrials + best.arm.trials.missing)
  const money = spent(arms)
  const failed = arms.reduce((n, arm) => n + arm.runs.failed + arm.runs.orphaned, 0)
  return (
    <tr data-cursor={isCursor || undefined}>
      <td className="full">
        <Link
          className="id font-code text-[.925em] font-semibold"
          href={`/experiments/${experiment.id}` as Route}
          data-row-link
        >
          {experiment.id}
        </Link>
        <div className="sub line-clamp-2" title={experiment.goal}>
          {experiment.goal || 'No goal stated'}
        </div>
      </td>
      <td data-l="Arms" className="num">
        {arms.length}
      </td>
      <td data-l="Progress" className="progress">
        <div className="flex items-center gap-2 text-12">
          {live > 0 ? (
            <StatusChip shape="running" plain>
              {live} running
            </StatusChip>
          ) : failed > 0 ? (
            <StatusChip shape="error" plain>
              {failed} failed
            </StatusChip>
          ) : (
            <span className="text-muted">{arms.length === 0 ? 'no arm yet' : 'ended'}</span>
          )}
          <span className="ml-auto text-muted tabular-nums">{formatProgress(ended, progress.planned)}</span>
        </div>
        <div className="bar">
          <i
            className="accent2"
            style={{ width: `${progress.planned ? Math.min(100, (ended / progress.planned) * 100) : 0}%` }}
          />
        </div>
      </td>
      <td className="full">
        {best === null ? (
          <span className="text-muted">–</span>
        ) : (
          <div className="ratecell">
            <IntervalCell
              axis={listAxis}
              value={best.rate}
              interval={null}
              series={{ index: best.arm.role === 'baseline' ? 0 : best.index, provisional }}
              width={88}
            />
            <div className="rv">
              <div className="font-medium tabular-nums">
                {formatPercent(best.rate)} {provisional ? <span className="provisional">provisional</span> : null}
              </div>
              <div className="sub truncate">
                {best.arm.name}, of {best.arm.decidedTrials}
              </div>
            </div>
          </div>
        )}
      </td>
      <td data-l="Status">
        <span className="chip line">{experiment.status}</span>
      </td>
      <td data-l="Spend" className="num">
        {money === null ? <span className="text-muted">unknown</span> : formatMoney(money)}
      </td>
      <td data-l="Updated" className="num text-muted">
        <RelativeTime at={experiment.updatedAt} as="age" every={15_000} />
      </td>
    </tr>
  )
}
