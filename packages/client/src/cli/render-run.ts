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
    ['to go on', wayOn(run)],
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

/** What a person can do about it, where somebody can. */
function wayOn({ id, status, lostAt, leftBehind, waitReason }: RunView): string | null {
  if (lostAt !== null && (status === 'starting' || status === 'running')) {
    return `wait for its host, or: paddock give-up ${id}`
  }
  const left = waitReason?.leftBy ?? (leftBehind?.hasWorkspace ? { runId: id, ...leftBehind } : null)
  if (left !== null) {
    const host = left.runner === null ? `host ${left.hostId}` : `the host of ${left.runner}`
    return `once none of its processes runs on ${host}: paddock release-workspace ${left.runId}`
  }
  if (waitReason?.lostHolder !== undefined) return `wait for its host, or: paddock give-up ${waitReason.lostHolder}`
  switch (waitReason?.cap) {
    case 'team':
      return 'an admin of the team can change it: paddock limits set --cap W'
    case 'installation':
      return 'whoever has the machine can change it: npm run -s operate -- limits --cap W'
    case undefined:
      return null
  }
}
