import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { ScannedTrial } from '@paddock/domain'
import type { ResumePlan } from '../../port.ts'
import { asArray, asObject, asText, type JsonObject } from './json-value.ts'
import { openHarborScanner } from './open-scanner.ts'
import { readJson } from './read-json.ts'

/** Harbor's own default, which a list of types replaces. */
const alwaysAgain = 'CancelledError'

/**
 * What `harbor job resume` will do with a job, without doing it. Harbor removes the directories of ended trials whose
 * own exception is of a named type, and of trials without a result; then it runs what is missing.
 */
export async function planResume(directory: string, errorTypes: readonly string[] | null): Promise<ResumePlan> {
  const config = await readJson(join(directory, 'config.json'))
  if (config.kind !== 'read' || asObject(config.value) === null) {
    const what = config.kind === 'unreadable' ? `cannot be read (${config.reason})` : 'is not there'
    return impossible(`${join(directory, 'config.json')} ${what}, and Harbor resumes a job from it: retry the run.`)
  }
  const moved = movedFrom(directory, asObject(config.value) ?? {})
  if (moved !== null) {
    return impossible(
      `The job in ${directory} was recorded as ${moved}: it was moved or renamed. Move it back, or retry the run.`,
    )
  }
  const types = errorTypes === null ? await recordedTypes(directory) : [...errorTypes]
  const { trials } = await openHarborScanner(directory).scan({ process: 'ended', now: 0 })
  const again: { name: string; startedAt: string | null }[] = []
  for (const trial of trials) {
    if (await runsAgain(directory, trial, types)) again.push({ name: trial.name, startedAt: trial.startedAt })
  }
  return { kind: 'possible', errorTypes: types, again, files: 'removed' }
}

function impossible(reason: string): ResumePlan {
  return { kind: 'impossible', reason }
}

/** Where the job says that it stands, if that is elsewhere; null too where it does not say. */
function movedFrom(directory: string, config: JsonObject): string | null {
  const [jobsDir, jobName] = [asText(config.jobs_dir), asText(config.job_name)]
  const here = resolve(directory)
  const recorded = join(
    jobsDir !== null && isAbsolute(jobsDir) ? resolve(jobsDir) : dirname(here),
    jobName ?? basename(here),
  )
  return recorded === here ? null : recorded
}

/** Every exception type in the job's result.json, and that of cancelled trials. */
async function recordedTypes(directory: string): Promise<string[]> {
  const result = await readJson(join(directory, 'result.json'))
  const stats = asObject(result.kind === 'read' ? asObject(result.value)?.stats : null)
  const evals = Object.values(asObject(stats?.evals) ?? {})
  const types = evals.flatMap((value) =>
    Object.entries(asObject(asObject(value)?.exception_stats) ?? {})
      .filter(([, names]) => asArray(names).length > 0)
      .map(([type]) => type),
  )
  return [...new Set([...types, alwaysAgain])].toSorted()
}

/** The exception of a step alone is no reason to Harbor, so the trial's own is read again. */
async function runsAgain(directory: string, trial: ScannedTrial, types: readonly string[]): Promise<boolean> {
  if (trial.errorType === null) return false
  const result = await readJson(join(directory, trial.name, 'result.json'))
  if (result.kind === 'absent') return true
  const exception = result.kind === 'read' ? asObject(asObject(result.value)?.exception_info) : null
  const type = asText(exception?.exception_type)
  return type !== null && types.includes(type)
}
