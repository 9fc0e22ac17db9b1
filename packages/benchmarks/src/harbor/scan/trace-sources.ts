import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { ScannedTrial } from '@paddock/domain'
import type { TraceSource } from '../../port.ts'
import { asObject, asText } from './json-value.ts'
import { isRealDirectory, trialDirectory } from './trial-directory.ts'

/**
 * The logs of a trial: Harbor's own trajectory (ATIF) first, which agents convert only after they ended, then the
 * raw logs beside it. A trial in steps has one of each per step; while it runs, the current step's stand at its root.
 */
export async function traceSources(runDirectory: string, trial: ScannedTrial): Promise<TraceSource[]> {
  const root = await trialDirectory(runDirectory, trial)
  if (root === null) return []
  const parts = ['agent', ...(await stepNames(root, trial)).map((step) => join('steps', step, 'agent')), 'user-agent']
  const found = await Promise.all(parts.map((part) => logsOf(root, part)))
  return found
    .flatMap((logs, part) => logs.map((log) => ({ ...log, part })))
    .toSorted((a, b) => a.group - b.group || a.part - b.part || (a.path < b.path ? -1 : 1))
    .map(({ path }, rank) => ({ path: join(trial.directory ?? '', path), rank }))
}

/** Steps in the order in which they ran; those of no recorded order come after, by name. */
async function stepNames(root: string, trial: ScannedTrial): Promise<string[]> {
  const directory = join(root, 'steps')
  if (!(await isRealDirectory(directory))) return []
  const recorded = Array.isArray(trial.raw.steps) ? trial.raw.steps.map((step) => asText(asObject(step)?.name)) : []
  const place = (name: string) => (recorded.includes(name) ? recorded.indexOf(name) : recorded.length)
  return (await readdir(directory)).toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
}

async function logsOf(root: string, part: string): Promise<{ path: string; group: number }[]> {
  // Every segment must be a real directory: an agent could have replaced `agent` by a link.
  for (const [index] of part.split('/').entries()) {
    if (!(await isRealDirectory(join(root, ...part.split('/').slice(0, index + 1))))) return []
  }
  const entries = await readdir(join(root, part), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const group = entry.isFile() ? groupOf(entry.name) : null
    return group === null ? [] : [{ path: relative(root, join(root, part, entry.name)), group }]
  })
}

/** Trajectories, their continuations, raw event streams, plain output; null: no log of the agent. */
function groupOf(name: string): number | null {
  if (name === 'trajectory.json') return 0
  if (/^trajectory\.cont-\d+\.json$/.test(name)) return 1
  if (name.endsWith('.jsonl')) return 2
  if (name.endsWith('.txt') && name !== 'exit-code.txt') return 3
  return null
}
