'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { Button } from '#/components/button.tsx'
import { CopyButton } from '#/components/copy-button.tsx'
import { Glyph } from '#/components/glyph.tsx'
import { StatusChip, trialShape } from '#/components/status-chip.tsx'
import { type TrialDetail, terminationShape } from './trial-facts.ts'
import type { Neighbours } from './use-neighbours.ts'

interface TrialHeadProps {
  trial: TrialDetail
  neighbours: Neighbours
}

/** The task, its attempts in this arm, what came of this one, and the way to the next. */
export function TrialHead({ trial, neighbours }: TrialHeadProps) {
  const attempts = trial.siblings.filter((one) =>
    trial.run.experiment === null ? one.runId === trial.runId : one.armName === trial.run.arm,
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h1 className="min-w-0 [overflow-wrap:anywhere]">{trial.task}</h1>
      {attempts.length > 1 ? (
        <nav className="att" aria-label="Attempts">
          {attempts.map((attempt) => (
            <Link
              key={attempt.id}
              href={`/trials/${attempt.id}` as Route}
              aria-current={attempt.id === trial.id ? 'page' : undefined}
              title={`attempt ${attempt.attempt}: ${attempt.status}`}
            >
              <Glyph shape={trialShape(attempt.status)} />
              {attempt.attempt}
              <span className="sr-only">, {attempt.status}</span>
            </Link>
          ))}
        </nav>
      ) : null}
      <StatusChip shape={trialShape(trial.status)}>{trial.status}</StatusChip>
      {trial.termination === 'completed' || trial.termination === 'running' ? null : (
        <StatusChip shape={terminationShape(trial.termination)}>{trial.termination.replaceAll('_', ' ')}</StatusChip>
      )}
      {trial.supersededAt === null ? null : (
        <span className="sub" title="A resume of its run ran it again; only what it cost still counts">
          superseded
        </span>
      )}
      <span className="text-12 text-muted max-narrow:hidden">
        {trial.run.arm === null || trial.run.experiment === null ? null : (
          <>
            arm{' '}
            <Link className="link" href={`/experiments/${trial.run.experiment}` as Route}>
              {trial.run.arm}
            </Link>{' '}
            ·{' '}
          </>
        )}
        {trial.model ?? trial.agent ?? trial.run.benchmark} · run{' '}
        <Link className="link font-code" href={`/runs/${trial.runId}` as Route}>
          {trial.runId}
        </Link>
      </span>
      <div className="actions">
        <CopyButton
          small
          text={typeof location === 'undefined' ? '' : location.href}
          label="Copy the address of this step"
          word="Link"
          icon="link"
        />
        <span className="flex gap-0.5">
          <Button
            small
            icon="left"
            aria-label="Previous trial (left arrow)"
            title="Previous trial (←)"
            disabledReason={neighbours.previous === null && 'This is the first of its run'}
            onClick={neighbours.toPrevious}
          />
          <Button
            small
            icon="right"
            aria-label="Next trial (right arrow)"
            title="Next trial (→)"
            disabledReason={neighbours.next === null && 'This is the last of its run'}
            onClick={neighbours.toNext}
          />
        </span>
      </div>
    </div>
  )
}
