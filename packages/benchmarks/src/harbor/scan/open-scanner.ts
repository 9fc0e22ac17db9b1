import { join } from 'node:path'
import type { ScannedTrial } from '@paddock/domain'
import type { ScanMoment, Scanner, ScanResult } from '../../port.ts'
import { artifactFiles } from './artifact-files.ts'
import { endedTrial } from './ended-trial.ts'
import { inBatches } from './in-batches.ts'
import { jobFacts } from './job-files.ts'
import { asObject, type JsonObject } from './json-value.ts'
import { listDirectories } from './list-directories.ts'
import { fileSignature, isAbsence, readJson } from './read-json.ts'
import { lastWrittenMs, readUnfinished } from './read-unfinished.ts'
import { traceSources } from './trace-sources.ts'
import { interruptedTrial, runningTrial, type UnfinishedFacts } from './unfinished-trial.ts'

/** An imported directory without a process counts as running while something in it is younger than this. */
const silenceMs = 30 * 60_000
const filesAtOnce = 32

interface KnownTrial {
  /** Of the result.json that was read last; null: not ended. */
  signature: string | null
  /** The trial as it was reported last. */
  reported: string
}

/** Opens a Harbor job directory, which need not exist yet. */
export function openHarborScanner(runDirectory: string): Scanner {
  const known = new Map<string, KnownTrial>()
  const taskOfDigest = new Map<string, string>()
  const jobFiles = new Map<string, { signature: string; value: JsonObject | null }>()

  async function scan(moment: ScanMoment): Promise<ScanResult> {
    const trials: ScannedTrial[] = []
    const unreadable: ScanResult['unreadable'] = []
    const names = (await listDirectories(runDirectory)) ?? []
    const present = new Set(names)
    const gone = [...known.keys()].filter((name) => !present.has(name))
    for (const name of gone) known.delete(name)

    // Results first: they give the tasks of unfinished siblings their names.
    const open = await inBatches(names, filesAtOnce, (name) =>
      guarded(name, () => readResult(name, trials, unreadable)),
    )
    const unfinished = names.flatMap((name, index) => {
      const result = open[index]
      return result?.kind === 'open' ? [{ name, unreadableResult: result.unreadableResult }] : []
    })
    await inBatches(unfinished, filesAtOnce, ({ name, unreadableResult }) =>
      guarded(name, () => readWithoutResult(name, unreadableResult, moment, trials)),
    )
    return { trials, gone, ...jobFacts(await readJob(unreadable), moment.process), unreadable }

    /** One directory that cannot be read must not hide the others. */
    async function guarded<T>(name: string, read: () => Promise<T>): Promise<T | null> {
      try {
        return await read()
      } catch (error) {
        if (!isAbsence(error)) unreadable.push({ path: name, reason: String(error) })
        return null
      }
    }
  }

  async function readResult(
    name: string,
    trials: ScannedTrial[],
    unreadable: ScanResult['unreadable'],
  ): Promise<{ kind: 'closed' } | { kind: 'open'; unreadableResult: string | null }> {
    const path = join(runDirectory, name, 'result.json')
    const before = known.get(name)
    if (before?.signature && before.signature === (await fileSignature(path))) return { kind: 'closed' }
    const read = await readJson(path)
    if (read.kind === 'absent') return { kind: 'open', unreadableResult: null }
    const result = read.kind === 'read' ? asObject(read.value) : null
    if (read.kind === 'read' && result !== null) {
      if ('stats' in result && 'n_total_trials' in result) return { kind: 'closed' } // a job below this one
      const lock = await readJson(join(runDirectory, name, 'lock.json'))
      const trial = endedTrial(name, result, lock.kind === 'read' ? asObject(lock.value) : null)
      if (trial.taskDigest !== null) taskOfDigest.set(trial.taskDigest, trial.task)
      report(trial, read.signature, trials)
      return { kind: 'closed' }
    }
    const reason = read.kind === 'unreadable' ? read.reason : 'not a JSON object'
    unreadable.push({ path: join(name, 'result.json'), reason })
    // Harbor rewrites results in place: what was read of it before stands until it can be read again.
    return before?.signature ? { kind: 'closed' } : { kind: 'open', unreadableResult: reason }
  }

  async function readWithoutResult(
    name: string,
    unreadableResult: string | null,
    moment: ScanMoment,
    trials: ScannedTrial[],
  ): Promise<void> {
    const directory = join(runDirectory, name)
    // Only a live Harbor takes a result away, to try the trial again.
    if (known.get(name)?.signature && moment.process !== 'alive') return
    const facts = await readUnfinished(directory, unreadableResult)
    if (facts === null) return
    const isRunning = await runs(directory, facts, moment)
    const trial = (isRunning ? runningTrial : interruptedTrial)(name, facts, taskOfDigest)
    report(trial, null, trials)
  }

  async function readJob(unreadable: ScanResult['unreadable']) {
    const [result, config, lock] = await Promise.all(
      ['result.json', 'config.json', 'lock.json'].map(async (file) => {
        const path = join(runDirectory, file)
        const before = jobFiles.get(file)
        if (before && before.signature === (await fileSignature(path))) return before.value
        const read = await readJson(path)
        if (read.kind === 'read') {
          const value = asObject(read.value)
          jobFiles.set(file, { signature: read.signature, value })
          return value
        }
        if (read.kind === 'unreadable') unreadable.push({ path: file, reason: read.reason })
        return before?.value ?? null
      }),
    )
    return { result: result ?? null, config: config ?? null, lock: lock ?? null }
  }

  function report(trial: ScannedTrial, signature: string | null, trials: ScannedTrial[]): void {
    const reported = JSON.stringify(trial)
    if (known.get(trial.name)?.reported !== reported) trials.push(trial)
    known.set(trial.name, { signature, reported })
  }

  return {
    scan,
    traceSources: (trial) => traceSources(runDirectory, trial),
    artifactFiles: (trial) => artifactFiles(runDirectory, trial),
  }
}

async function runs(directory: string, facts: UnfinishedFacts, moment: ScanMoment): Promise<boolean> {
  switch (moment.process) {
    case 'alive':
      return true
    case 'ended':
      return false
    case 'unknown':
      return facts.exceptionTail === null && Math.abs(moment.now - (await lastWrittenMs(directory))) < silenceMs
  }
}
