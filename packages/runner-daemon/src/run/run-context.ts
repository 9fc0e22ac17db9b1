import type { RunRow } from '@paddock/db'
import type { Host } from '../host.ts'
import type { Tree } from '../process/find-tree.ts'
import type { RunRecord } from '../process/run-record.ts'
import type { Redactor } from '../redact/create-redactor.ts'
import type { Turn } from '../turn.ts'
import type { LiveRun } from './live-run.ts'

/** What the steps of one run's life share. */
export interface RunContext {
  host: Host
  run: RunRow
  record: RunRecord
  live: LiveRun
  /** Woken whenever something about the run is asked or has happened. */
  changed: Turn
  redactor: Redactor
  /** Where its results stand. */
  directory: string
  tree: Tree
}
