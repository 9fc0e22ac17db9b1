import type { Job } from './list-jobs.ts'

export interface JobPlan {
  /** In Slurm, in whatever state that has not ended. */
  live: number
  /** Of these: submitted for a run, and without one so far. */
  waiting: number
  submit: number
  /** The last ones that ended, when they all failed; else empty. */
  failing: number[]
}

const ended = new Set([
  ...['COMPLETED', 'CANCELLED', 'FAILED', 'TIMEOUT', 'NODE_FAIL', 'PREEMPTED', 'BOOT_FAIL', 'DEADLINE'],
  ...['OUT_OF_MEMORY', 'REVOKED', 'SPECIAL_EXIT'],
])
/** A runner ends with 0 whatever became of its run: these never got so far. */
const failed = new Set(['FAILED', 'NODE_FAIL', 'BOOT_FAIL', 'OUT_OF_MEMORY'])
const failuresToSlowDown = 3

/**
 * How many jobs to submit. Each run that can be claimed needs a job that has none: pending jobs count, and so does
 * whatever state Slurm may invent. When the last three failed, one at a time is tried until one does not.
 * @param hasHadItsRun whether the runner of a job takes none any more
 */
export function planJobs(
  jobs: readonly Job[],
  { claimable, limit, hasHadItsRun }: { claimable: number; limit: number; hasHadItsRun: (job: Job) => boolean },
): JobPlan {
  const liveJobs = jobs.filter(({ state }) => !ended.has(state))
  const waiting = liveJobs.filter((job) => job.state !== 'COMPLETING' && !hasHadItsRun(job)).length
  const wanted = Math.max(0, Math.min(claimable - waiting, limit - liveJobs.length))
  const failing = lastFailures(jobs)
  const submit = failing.length === 0 ? wanted : Math.min(wanted, waiting === 0 ? 1 : 0)
  return { live: liveJobs.length, waiting, submit, failing }
}

function lastFailures(jobs: readonly Job[]): number[] {
  const last = jobs
    .filter(({ state }) => ended.has(state) && state !== 'CANCELLED')
    .sort((a, b) => b.id - a.id)
    .slice(0, failuresToSlowDown)
  const isFailing = last.length === failuresToSlowDown && last.every(({ state }) => failed.has(state))
  return isFailing ? last.map(({ id }) => id) : []
}
