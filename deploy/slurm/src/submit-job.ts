import { join } from 'node:path'
import { runSlurm, SlurmError } from './run-slurm.ts'

/** Submits one runner and returns the id of its job. Throws a SlurmError; the job may exist all the same. */
export async function submitJob(
  { jobName, config, sbatchOptions }: { jobName: string; config: string; sbatchOptions: readonly string[] },
  { checkout, environment }: { checkout: string; environment: NodeJS.ProcessEnv },
): Promise<number> {
  const script = join(checkout, 'deploy', 'slurm', 'paddock-runner.sbatch')
  // Ours come last: a job of another name would not be counted.
  const args = [...sbatchOptions, '--parsable', `--chdir=${checkout}`, `--job-name=${jobName}`, script]
  const output = await runSlurm('sbatch', [...args, '--config', config], { cwd: process.cwd(), environment })
  const id = /^(\d+)(;|$)/m.exec(output)?.[1]
  if (id === undefined) throw new SlurmError(`sbatch: no job id in its answer: ${output.trim()}`)
  return Number(id)
}
