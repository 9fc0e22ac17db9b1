import { readFile } from 'node:fs/promises'
import { type ResultConfig, type ResultFile, type ResultTask, summarize } from '../result-file.ts'
import type { LoadedTask } from './read-dataset.ts'
import { UsageError } from './usage-error.ts'

/** What makes two launches the same measurement, so that the second may go on where the first ended. */
const identity = ['agent', 'model', 'dataset', 'seed'] as const

/**
 * The result to go on with: that of an earlier start on the same output, or a new one.
 * @throws UsageError where the output holds something else
 */
export async function openResult(
  path: string,
  config: ResultConfig,
  tasks: readonly LoadedTask[],
  startedAt: string,
): Promise<ResultFile> {
  const earlier = await readEarlier(path)
  if (earlier !== null) refuseOther(path, earlier, config, tasks)
  const plannedRuns = tasks.length * config.runsPerTask
  const kept = tasks.map((task): ResultTask => {
    const runs = earlier?.tasks.find((known) => known.id === task.id)?.runs ?? []
    return {
      id: task.id,
      name: task.title,
      digest: task.digest,
      runs: runs.filter((run) => run.runIndex < config.runsPerTask),
    }
  })
  return {
    benchmark: 'paddock-edit',
    config,
    startedAt: earlier?.startedAt ?? startedAt,
    finishedAt: null,
    interruptedBy: null,
    tasks: kept,
    summary: summarize(kept, plannedRuns),
  }
}

async function readEarlier(path: string): Promise<ResultFile | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    return JSON.parse(text) as ResultFile
  } catch (cause) {
    throw new UsageError(`${path} exists and is no result: move it away, or name another output`, { cause })
  }
}

function refuseOther(path: string, earlier: ResultFile, config: ResultConfig, tasks: readonly LoadedTask[]): void {
  const other =
    earlier.benchmark === 'paddock-edit' ? identity.filter((key) => earlier.config[key] !== config[key]) : []
  const changed = tasks.find((task) => {
    const known = earlier.tasks?.find((candidate) => candidate.id === task.id)
    return known !== undefined && known.runs.length > 0 && known.digest !== task.digest
  })
  if (earlier.benchmark === 'paddock-edit' && other.length === 0 && changed === undefined) return
  const why = other.length > 0 ? `another ${other.join(', ')}` : changed ? `another ${changed.id}` : 'something else'
  throw new UsageError(`${path} holds results of ${why}: name another output`)
}
