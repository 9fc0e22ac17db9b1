import { countClaimable, type Db, ifAlone, pastClaiming } from '@paddock/db'
import { listJobs } from './list-jobs.ts'
import type { Flags } from './parse-flags.ts'
import { type JobPlan, planJobs } from './plan-jobs.ts'
import { submitJob } from './submit-job.ts'

export interface Check extends JobPlan {
  claimable: number
  /** Ids of the jobs. */
  submitted: number[]
}

export interface CheckPorts {
  db: Db
  checkout: string
  environment: NodeJS.ProcessEnv
  /** Whose jobs are counted. */
  uid: number
  /** Told of each job as soon as Slurm has it. */
  onSubmitted(jobId: number): void
}

/**
 * One look: submits a runner for each run that none of this user's jobs can be waiting for. `busy`: another autoscaler
 * for these jobs is looking at this moment. Throws where Slurm or the database does not answer: an unknown number of
 * jobs is not 0, and a submission without an answer is looked for at the next look, not done again.
 */
export async function checkQueue(flags: Flags, ports: CheckPorts): Promise<Check | 'busy'> {
  const { jobName, limit, labels, teams } = flags
  const outcome = await ifAlone(ports.db, `slurm ${ports.uid} ${jobName}`, async () => {
    // In this order: a job that claims a run between two of these counts as one that has its run, not as nobody's.
    const jobs = await listJobs(jobName, { cwd: ports.checkout, ...ports })
    const runnerOf = ({ id }: { id: number }) => `${jobName}-${id}`
    const done = await pastClaiming(ports.db, jobs.map(runnerOf))
    const claimable = await countClaimable(ports.db, { labels, teams, upTo: limit + jobs.length })
    const plan = planJobs(jobs, { claimable, limit, hasHadItsRun: (job) => done.has(runnerOf(job)) })
    const submitted: number[] = []
    for (let n = 0; n < plan.submit; n++) {
      const id = await submitJob(flags, ports)
      submitted.push(id)
      ports.onSubmitted(id)
    }
    return { ...plan, claimable, submitted }
  })
  return outcome.kind === 'done' ? outcome.value : 'busy'
}
