import { dollars, duration, percent } from './format.ts'
import { renderFacts } from './output.ts'
import type { RunView } from './wait-for-run.ts'

/** A run for people: what it is, how far, and what to know about its end. */
export function renderRun(run: RunView): string {
  const { trials } = run
  const ended = trials.passed + trials.failed + trials.errored + trials.missing
  return renderFacts([
    ['run', `${run.id}  ${run.name}`],
    [
      'status',
      run.lostAt && !run.finishedAt ? `${run.status} (contact lost since ${run.lostAt.toISOString()})` : run.status,
    ],
    ['waits', run.waitReason?.text],
    ['phase', run.phase],
    ['error', run.error && [run.error.code, run.error.message].filter(Boolean).join(': ')],
    [
      'trials',
      `${ended}/${trials.planned ?? '?'} ended: ${trials.passed} passed, ${trials.failed} failed, ${trials.errored} errors, ${trials.missing} missing`,
    ],
    ['pass rate', run.passRate === null ? null : `${percent(run.passRate)} of ${run.decided.trials} decided`],
    ['cost', dollars(run.costUsd)],
    ['took', duration(run.elapsedMs)],
    ['runner', run.runner?.name],
    ['directory', run.directory],
  ])
}
