import type { QueueLimits } from '@paddock/domain'
import type { Clock } from './clock.ts'
import type { ConfigFile } from './config/config-file.ts'
import type { Overrides } from './config/effective-config.ts'
import type { HostRoom } from './health/watch-health.ts'
import type { Log } from './log/log.ts'
import type { Moments } from './moments.ts'
import type { ProcessTable } from './process/process-table.ts'
import type { StateDir } from './state/open-state-dir.ts'

export type DaemonMode =
  /** Drained, it ends, or stays where whoever started it would start it again. */
  { kind: 'service'; whenDrained: 'end' | 'stay' } | { kind: 'once'; maxRuns: number }

export interface DaemonOptions {
  configFile: ConfigFile
  overrides: Overrides
  state: StateDir
  databaseUrl: string
  environment: NodeJS.ProcessEnv
  mode: DaemonMode
  version: string
  /** What an earlier boot said that never came up; shown on the runner's page. */
  earlierBootLog: string | null
  limits: QueueLimits
  log: Log
  ports: DaemonPorts
}

/** The outside world. */
export interface DaemonPorts {
  clock: Clock
  table: ProcessTable
  moments: Moments
  room: HostRoom
  random(): number
  bootClockMs(): number
  wallClockMs(): number
}
