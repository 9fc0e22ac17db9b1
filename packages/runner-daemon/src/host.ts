import type { BlobStore } from '@paddock/artifacts'
import type { Db } from '@paddock/db'
import type { QueueLimits } from '@paddock/domain'
import type { Clock } from './clock.ts'
import type { RunnerConfig } from './config/config.ts'
import type { Log } from './log/log.ts'
import type { Moments } from './moments.ts'
import type { ChangeBatch } from './notify/change-batch.ts'
import type { ProcessTable } from './process/process-table.ts'
import type { Removals } from './removal/carry-out-removals.ts'
import type { StateDir } from './state/open-state-dir.ts'

/** What every part of one daemon shares. */
export interface Host {
  db: Db
  state: StateDir
  blobs: BlobStore
  table: ProcessTable
  clock: Clock
  moments: Moments
  limits: QueueLimits
  log: Log
  changes: ChangeBatch
  removals: Removals
  config(): RunnerConfig
  /** The daemon's own variables: what children get is chosen from them. */
  environment: NodeJS.ProcessEnv
  /** Milliseconds since 1970, for ages of files and names; nothing of the queue is judged by it. */
  wallClockMs(): number
}
