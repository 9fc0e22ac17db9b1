'use client'
import Link from 'next/link'
import { Glyph, type Shape } from '#/components/glyph.tsx'
import { endedTrials, ProgressBar, trialsToGo } from '#/components/progress-bar.tsx'
import { RelativeTime } from '#/components/relative-time.tsx'
import { formatCount, formatTokens, plural } from '#/format/count.ts'
import { formatSpan } from '#/format/duration.ts'
import { formatMoney } from '#/format/money.ts'
import { formatPercent } from '#/format/percent.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { Elapsed } from './elapsed.tsx'
import { isEnded } from './is-ended.ts'

type Run = Outputs['runs']['get']

/** What is left at the pace so far; null before there is a pace. */
function etaMs(run: Run, ended: number): number | null {
  const { planned } = run.trials
  if (planned === null || ended === 0 || run.elapsedMs === null || ended >= planned) return null
  return ((planned - ended) * run.elapsedMs) / ended
}

export function RunProgress({ run }: { run: Run }) {
  const { trials } = run
  const ended = endedTrials(trials)
  const live = !isEnded(run)
  const eta = live && run.status === 'running' ? etaMs(run, ended) : null
  const complete = trials.planned !== null && ended >= trials.planned
  const parts: [Shape, number, string][] = [
    ['pass', trials.passed, 'passed'],
    ['fail', trials.failed, 'failed'],
    ['error', trials.errored, trials.errored === 1 ? 'error' : 'errors'],
    ['queued', trials.missing, 'missing'],
    ['running', trials.running, 'running'],
    ['queued', trialsToGo(trials), live ? 'to go' : 'never ended'],
  ]
  return (
    <section className="card" aria-label="Progress">
      <div className="p-4">
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <b className="font-semibold tabular-nums">
            {trials.planned === null
              ? `${plural(ended, 'trial')} ended`
              : `${formatCount(ended)} of ${plural(trials.planned, 'trial')} ended`}
          </b>
          {complete || (ended === 0 && live) ? null : (
            <span className="provisional" title="Trials are missing">
              provisional
            </span>
          )}
          {eta === null ? null : (
            <span className="ml-auto text-muted tabular-nums" title="At the pace so far">
              ETA {formatSpan(eta)}
            </span>
          )}
        </div>
        <ProgressBar progress={trials} thick />
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-12 text-text-2">
          {parts.map(([shape, n, word]) =>
            n === 0 && !['passed', 'failed', 'errors'].includes(word) ? null : (
              <span key={word} className="flex items-center gap-1.5 tabular-nums">
                <Glyph shape={shape} />
                {formatCount(n)} {word}
              </span>
            ),
          )}
        </div>
      </div>
      <dl className="facts">
        <Fact name={live ? 'Pass rate so far' : 'Pass rate'}>
          {formatPercent(run.passRate)}{' '}
          <span className="text-muted">
            {run.decided.trials > 0 ? `${run.decided.passed} of ${run.decided.trials}` : ''}
          </span>
        </Fact>
        <Fact name="Spent">
          {run.costUsd === null ? (run.startedAt === null ? '–' : 'unknown') : formatMoney(run.costUsd)}{' '}
          <span className="text-muted">
            {run.launch.budgetUsd === undefined ? '' : `of ${formatMoney(run.launch.budgetUsd)}`}
            {run.costUsd !== null && run.unpricedTrials > 0 ? ` ${run.unpricedTrials} unpriced` : ''}
          </span>
        </Fact>
        <Fact name="Tokens out">
          {formatTokens(run.tokens.output)} <span className="text-muted">{formatTokens(run.tokens.input)} in</span>
        </Fact>
        {run.startedAt === null ? (
          <Fact name="Queued for">
            <Elapsed from={run.queuedAt} to={run.finishedAt} every={1_000} />
          </Fact>
        ) : (
          <Fact name={live ? 'Running for' : 'Took'}>
            <Elapsed from={run.startedAt} to={run.finishedAt} every={1_000} />
          </Fact>
        )}
        <Fact name="Runner">
          {run.runner === null ? (
            '–'
          ) : (
            <Link className="link" href="/runners">
              {run.runner.name}
            </Link>
          )}
        </Fact>
        {run.runner !== null && live ? (
          <Fact name="Last beat">
            <RelativeTime at={run.runner.beatAt} every={1_000} /> <span className="text-muted">epoch {run.epoch}</span>
          </Fact>
        ) : (
          <Fact name="Exit">
            {run.exitCode ?? run.exitSignal ?? '–'} <span className="text-muted">epoch {run.epoch}</span>
          </Fact>
        )}
        <Fact name="Weight, priority">
          {run.weight} <span className="text-muted">{run.priority === 0 ? 'normal' : run.priority}</span>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
