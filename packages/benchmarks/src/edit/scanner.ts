import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScannedTrial } from '@paddock/domain'
import type { OpenScanner, ScanMoment, Scanner, ScanResult, TraceSource } from '../port.ts'
import { conversationPath } from './result-file.ts'
import { findStarted, readStartedAt } from './scan/find-started.ts'
import { type ReadResult, type ReadTask, readResult } from './scan/read-result.ts'
import { isPathSegment, trialName, trialOfRun, trialWithoutResult } from './scan/trial-of-run.ts'

const resultName = 'result.json'

/** A directory without a process of ours counts as abandoned after this long without a change. */
const silenceMs = 30 * 60_000

/** Reads result.json of a run, and the conversations of trials that are not in it yet. */
export const openEditScanner: OpenScanner = (runDirectory) => new EditScanner(runDirectory)

class EditScanner implements Scanner {
  #directory: string
  #stamp = ''
  #result: ReadResult | null = null
  /** Trials as last reported, as JSON. */
  #reported = new Map<string, string>()

  constructor(runDirectory: string) {
    this.#directory = runDirectory
  }

  async scan(moment: ScanMoment): Promise<ScanResult> {
    const unreadable: ScanResult['unreadable'] = []
    if ((await this.#refresh(unreadable)) === 'gone') return this.#nothing(this.#forget(), unreadable)
    if (this.#result === null) return this.#nothing([], unreadable)
    const trials = new Map((await this.#trialsOf(this.#result, moment)).map((trial) => [trial.name, trial]))
    const gone = [...this.#reported.keys()].filter((name) => !trials.has(name))
    for (const name of gone) this.#reported.delete(name)
    const changed = [...trials.values()].filter((trial) => {
      const text = JSON.stringify(trial)
      if (this.#reported.get(trial.name) === text) return false
      this.#reported.set(trial.name, text)
      return true
    })
    const { summary, config } = this.#result
    return {
      trials: changed,
      gone,
      plannedTrials: summary?.plannedRuns ?? null,
      metrics: metricsOf(this.#result),
      metadata: { ...(config ? { config } : {}), ...(summary ? { summary } : {}) },
      unreadable,
    }
  }

  async traceSources(trial: ScannedTrial): Promise<TraceSource[]> {
    const files = await this.#filesOf(trial)
    // The raw stream of the last try is the richest; the conversation tells all tries.
    const ranked = [...files.filter((path) => path.endsWith('.jsonl')).reverse(), ...files.filter(isMarkdown)]
    return ranked.map((path, rank) => ({ path, rank }))
  }

  artifactFiles(trial: ScannedTrial): Promise<string[]> {
    return this.#filesOf(trial)
  }

  /** Reads result.json again if it changed. A half-written one is not yet: what was read before stands. */
  async #refresh(unreadable: ScanResult['unreadable']): Promise<'there' | 'gone'> {
    const path = join(this.#directory, resultName)
    const file = await stat(path, { bigint: true }).catch(() => null)
    if (file === null) return 'gone'
    const stamp = `${file.ino} ${file.mtimeNs} ${file.size}`
    if (stamp === this.#stamp) return 'there'
    try {
      this.#result = readResult(await readFile(path, 'utf8'))
      this.#stamp = stamp
    } catch (error) {
      const reason = error instanceof SyntaxError ? 'is not complete JSON yet' : String((error as Error).message)
      unreadable.push({ path: resultName, reason })
    }
    return 'there'
  }

  async #trialsOf(result: ReadResult, moment: ScanMoment): Promise<ScannedTrial[]> {
    const trials = result.tasks.flatMap((task) => task.runs.map((run) => trialOfRun(result, task, run)))
    const open = result.tasks.filter((task) => isPathSegment(task.id) && isOpen(result, task))
    return [...trials, ...(await Promise.all(open.map((task) => this.#startedOf(result, task, moment)))).flat()]
  }

  async #startedOf(result: ReadResult, task: ReadTask, moment: ScanMoment): Promise<ScannedTrial[]> {
    const ended = new Set(task.runs.map((run) => run.runIndex + 1))
    const started = (await findStarted(this.#directory, task.id)).filter((attempt) => !ended.has(attempt))
    const trials = await Promise.all(
      started.map(async (attempt) => {
        const path = join(this.#directory, conversationPath(task.id, attempt))
        const state = (await isAlive(path, result, moment)) ? 'running' : 'interrupted'
        return trialWithoutResult(result, task, attempt, await readStartedAt(path), state)
      }),
    )
    // A conversation of ours whose head is not written yet is told once it is: it would be told twice.
    return moment.process === 'alive' ? trials.filter((trial) => trial.startedAt !== null) : trials
  }

  /** Conversation and streams of one attempt, sorted; symbolic links are left out. */
  async #filesOf({ task, attempt, directory, name }: ScannedTrial): Promise<string[]> {
    if (directory === null || attempt === null || name !== trialName(task, attempt)) return []
    const names = await readdir(join(this.#directory, directory)).catch(() => [])
    const own = names.filter((file) => file === `run-${attempt}.md` || file.startsWith(`run-${attempt}.`)).sort()
    const paths = own.map((file) => `${directory}/${file}`)
    const files = await Promise.all(paths.map((path) => lstat(join(this.#directory, path)).catch(() => null)))
    return paths.filter((_, index) => files[index]?.isFile())
  }

  /** Returns the names of what is forgotten. */
  #forget(): string[] {
    const names = [...this.#reported.keys()]
    this.#reported.clear()
    this.#result = null
    this.#stamp = ''
    return names
  }

  #nothing(gone: string[], unreadable: ScanResult['unreadable']): ScanResult {
    return { trials: [], gone, plannedTrials: null, metrics: {}, metadata: {}, unreadable }
  }
}

/** Whether somebody may still work on the attempt whose conversation this is. */
async function isAlive(path: string, result: ReadResult, moment: ScanMoment): Promise<boolean> {
  if (result.finishedAt !== null || moment.process === 'ended') return false
  if (moment.process === 'alive') return true
  const file = await stat(path).catch(() => null)
  return file !== null && moment.now - file.mtimeMs < silenceMs
}

/** Whether an attempt at the task may have begun that is not in the result. */
function isOpen(result: ReadResult, task: ReadTask): boolean {
  const planned = result.config?.runsPerTask
  return typeof planned !== 'number' || task.runs.length < planned
}

/** Of a file without rates of its own, the one that follows from its runs. */
function metricsOf(result: ReadResult): Record<string, number> {
  const runs = result.tasks.flatMap((task) => task.runs)
  const computed = runs.length === 0 ? null : runs.filter((run) => run.success).length / runs.length
  const taskSuccessRate = result.summary?.taskSuccessRate ?? computed
  const editSuccessRate = result.summary?.editSuccessRate ?? null
  return {
    ...(taskSuccessRate === null ? {} : { taskSuccessRate }),
    ...(editSuccessRate === null ? {} : { editSuccessRate }),
  }
}

function isMarkdown(path: string): boolean {
  return path.endsWith('.md')
}
