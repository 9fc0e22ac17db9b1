import { runSlurm } from './run-slurm.ts'

export interface Job {
  id: number
  /** In Slurm's words: PENDING, RUNNING, COMPLETING, FAILED … */
  state: string
}

/**
 * The jobs of this name and user that Slurm knows: live ones, and those that ended within its MinJobAge (5 min unless
 * configured). The line format, and not --json, whose shape differs between Slurm's versions. Throws a SlurmError.
 */
export async function listJobs(
  jobName: string,
  { cwd, environment, uid }: { cwd: string; environment: NodeJS.ProcessEnv; uid: number },
): Promise<Job[]> {
  const args = ['--noheader', '--states=all', `--name=${jobName}`, `--user=${uid}`, '--format=%A %T']
  const output = await runSlurm('squeue', args, { cwd, environment })
  return output.split('\n').flatMap((line) => {
    const [, id, state] = /^(\d+) (\S+)$/.exec(line.trim()) ?? []
    return id === undefined || state === undefined ? [] : [{ id: Number(id), state }]
  })
}
