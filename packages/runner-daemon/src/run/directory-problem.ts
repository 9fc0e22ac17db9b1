import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { RunContext } from './run-context.ts'

/**
 * Why a run may not begin in its directory: names are unique in a team only, and people put directories there by hand,
 * so that what stands there may be somebody else's results, and would become those of this run. Null: it may.
 */
export function directoryProblem({ run, record, directory }: RunContext): string | null {
  // Named by the run already: its own, where hosts share the directory of jobs.
  if (run.directory === directory || !existsSync(directory) || hasEarlierRecord(record.directory, run.id)) return null
  return (
    `${directory} is there already and holds something else: a run of that name of another team, or what somebody put ` +
    'there. Nothing was started or changed. Launch it under another name, or move that directory away and retry.'
  )
}

/** An attempt before this one was here: what stands there is its own. */
function hasEarlierRecord(record: string, runId: string): boolean {
  const records = dirname(record)
  if (!existsSync(records)) return false
  return readdirSync(records).some((name) => name.startsWith(`${runId}.`) && name !== basename(record))
}
