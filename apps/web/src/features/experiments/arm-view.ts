import type { RunStatus } from '@paddock/domain'
import type { Series } from '#/components/arm-marker.tsx'
import { endedTrials, type Progress } from '#/components/progress-bar.tsx'

interface RunOfArm {
  status: RunStatus
  cancelRequestedAt: Date | null
  lostAt: Date | null
  trials: { planned: number | null; running: number; passed: number; failed: number; errored: number; missing: number }
}

const liveStatuses: readonly RunStatus[] = ['queued', 'starting', 'running']

/** Sums the counters of an arm's runs; the plan is unknown as soon as one run's is. */
export function armProgress(runs: readonly RunOfArm[]): Progress {
  const sum: Progress = { planned: 0, passed: 0, failed: 0, errored: 0, missing: 0, running: 0 }
  for (const { trials } of runs) {
    sum.planned = sum.planned === null || trials.planned === null ? null : sum.planned + trials.planned
    sum.passed += trials.passed
    sum.failed += trials.failed
    sum.errored += trials.errored
    sum.missing += trials.missing
    sum.running += trials.running
  }
  return sum
}

/** The run that speaks for the arm: a live one before the newest. */
export function leadRun<R extends RunOfArm>(runs: readonly R[]): R | undefined {
  return runs.find((run) => run.status === 'running' || run.status === 'starting') ?? runs.find(isLive) ?? runs.at(-1)
}

export function isLive(run: { status: RunStatus }): boolean {
  return liveStatuses.includes(run.status)
}

/** Trials are missing: the numbers of the arm will still change, or were stopped early. */
export function isProvisional(runs: readonly RunOfArm[]): boolean {
  if (runs.some(isLive)) return true
  const progress = armProgress(runs)
  return progress.planned !== null && endedTrials(progress) < progress.planned
}

/** Gives each arm its marker for good: the reference the square, the others by their place. */
export function seriesOf(
  arms: readonly { name: string; provisional: boolean }[],
  reference: string | null,
): Map<string, Series> {
  let next = 1
  return new Map(
    arms.map((arm) => [arm.name, { index: arm.name === reference ? 0 : next++, provisional: arm.provisional }]),
  )
}

/** `claude-sonnet-4-5, claude-code` and what else sets the arm apart. */
export function configWords(launch: {
  model?: string | undefined
  agent?: string | undefined
  thinking?: string | undefined
  agentArgs?: string[] | undefined
  prewalk?: { into?: string | undefined } | undefined
}): string {
  const parts = [
    launch.model,
    launch.agent,
    launch.thinking && `thinking ${launch.thinking}`,
    launch.agentArgs?.join(' '),
  ]
  if (launch.prewalk) parts.push(launch.prewalk.into ? `prewalk to ${launch.prewalk.into}` : 'prewalk')
  return parts.filter(Boolean).join(', ') || 'defaults'
}
