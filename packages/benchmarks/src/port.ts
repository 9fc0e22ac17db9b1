import type { LaunchRequest, ScannedTrial } from '@paddock/domain'
import type { z } from 'zod'

/** A figure that a benchmark reports for a run; pages render from this. */
export interface MetricDefinition {
  key: string
  label: string
  format: 'percent' | 'currency' | 'seconds' | 'count' | 'number'
  direction: 'higher' | 'lower'
}

/** Pure facts of a benchmark: what a form, a list and the API need. No Node API may be imported from here. */
export interface BenchmarkDefinition {
  id: string
  title: string
  /** One sentence for the person who chooses. */
  description: string
  /** The command that a runner starts, as people call it. */
  program: string
  defaultDataset: string
  datasets: { id: string; title: string; tasks: number | null }[]
  agents: { id: string; title: string; needsModel: boolean; example?: string }[]
  defaultAgent: string
  /** Agents that are programs of the runner's host, so that only a runner that offers them can take the launch. */
  hostAgents?: readonly string[]
  metrics: MetricDefinition[]
  /** Fields of the launch request that it honours; any other that is set is refused by name. */
  fields: readonly (keyof LaunchRequest)[]
  /** Throws a ZodError naming the field; returns the request with the benchmark's defaults filled in. */
  launchSchema: z.ZodType<LaunchRequest, LaunchRequest>
  defaults: { attempts: number; concurrency: number; weight: number; cancelGraceMs: number; idempotent: boolean }
  /** Its runs can be resumed; absent: they can only be retried. */
  resume?: ResumeFacts
  /** Trials that the request plans, as far as the definition alone can tell; null: known only from the disk. */
  plannedTrials(request: LaunchRequest): number | null
}

/** What a person who resumes a run can choose, and what happens without a choice. */
export interface ResumeFacts {
  /** The error types that may be named; null: whatever the trials' errors are called. */
  errorTypes: readonly string[] | null
  /** Which trials run again where nobody names error types: the end of a sentence. */
  runsAgain: string
}

/** What the runner's configuration and the claim add to the request. */
export interface CommandContext {
  runId: string
  epoch: number
  runName: string
  /** Directory of all jobs; the run's own is `<jobsDir>/<runName>`. */
  jobsDir: string
  /** Executable of this benchmark from the runner's configuration, as argv prefix; absent: the benchmark's default. */
  executable?: string[]
  /** The benchmark's section of the runner's configuration. */
  settings: Record<string, unknown>
}

/** What gets started: argv only, never a shell string. */
export interface Command {
  argv: string[]
  cwd: string
  /** Added to the child's allow-listed environment; secrets by name, resolved on the runner. */
  env: Record<string, string | { secret: string }>
  /** TERM → KILL, where this launch needs another grace than its benchmark's default (containers to take down). */
  cancelGraceMs?: number
}

/** Pure: the request and context in, argv out. Throws a `LaunchRefused` that names the field. */
export type BuildCommand = (request: LaunchRequest, context: CommandContext) => Command

/** How an ended run goes on where it stands. */
export interface Resume {
  /** Looks at what the run has left. `errorTypes`: of ended trials to run again; null: the benchmark's own choice. */
  plan(runDirectory: string, errorTypes: readonly string[] | null): Promise<ResumePlan>
  /** Pure, as the first launch's. `errorTypes` as the plan resolved them. Throws a `LaunchRefused`. */
  buildCommand(request: LaunchRequest, context: CommandContext, errorTypes: readonly string[]): Command
}

export type ResumePlan =
  | {
      kind: 'possible'
      errorTypes: string[]
      /** Trials that have begun already and will run again, as they stand. */
      again: { name: string; startedAt: string | null }[]
      /** What becomes of their files: removed, or written anew under the same names. */
      files: 'removed' | 'replaced'
    }
  /** The reason names the path, and what to do. */
  | { kind: 'impossible'; reason: string }

export class LaunchRefused extends Error {
  override name = 'LaunchRefused'
  readonly field: keyof LaunchRequest
  constructor(field: keyof LaunchRequest, message: string) {
    super(message)
    this.field = field
  }
}

/** A log of a trial that can be read into a trace. */
export interface TraceSource {
  /** Relative to the run's directory. */
  path: string
  /** The lowest is the richest, and is shown first. */
  rank: number
}

export interface ScanResult {
  /** Only the trials that are new or changed since the last scan of this scanner. */
  trials: ScannedTrial[]
  /** Names of trials seen before whose directory is no longer there. */
  gone: string[]
  plannedTrials: number | null
  metrics: Record<string, number>
  /** The benchmark's own facts of the run, verbatim. */
  metadata: Record<string, unknown>
  /** What could not be read, with the reason; tried again at the next scan. */
  unreadable: { path: string; reason: string }[]
}

/** What the caller knows while it scans: the disk alone cannot tell a running trial from an interrupted one. */
export interface ScanMoment {
  /** `unknown`: a directory without a process of ours (an import); then fresh files count as life. */
  process: 'alive' | 'ended' | 'unknown'
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Reads what a run leaves on disk. Disk is the truth: a new scanner on the same directory gives the same trials.
 * It keeps what it has seen in memory only, so that a tick costs what changed.
 */
export interface Scanner {
  scan(moment: ScanMoment): Promise<ScanResult>
  /** The logs of a trial, the richest first, as they stand now (a running trial has its raw log only). */
  traceSources(trial: ScannedTrial): Promise<TraceSource[]>
  /** Files of an ended trial worth archiving, relative to the run's directory; symlinks that lead out are left out. */
  artifactFiles(trial: ScannedTrial): Promise<string[]>
}

export type OpenScanner = (runDirectory: string) => Scanner
