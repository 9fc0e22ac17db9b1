import { chownSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildCommands, type Command, type CommandContext, LaunchRefused } from '@paddock/benchmarks/command'
import { benchmarkDefinitions } from '@paddock/benchmarks/definition'
import { resumes } from '@paddock/benchmarks/resume'
import type { Outcome, RunRow } from '@paddock/db'
import { queueLimits, segmentName } from '@paddock/domain'
import type { RunnerConfig } from '../config/config.ts'
import type { Host } from '../host.ts'
import { describeError } from '../log/describe-error.ts'
import type { RunRecord } from '../process/run-record.ts'
import { type Started, startProcess } from '../process/start-process.ts'
import { childEnvironment, SecretUnavailable } from './child-environment.ts'
import { findExecutable } from './find-executable.ts'
import type { ResumeNote } from './resume-note.ts'

export type Launched =
  | (Extract<Started, { kind: 'started' }> & {
      command: { argv: string[]; cwd: string; envNames: string[] }
      cancelGraceMs: number
    })
  /** Nothing was started, and this runner is to blame: `probe` says whether it still is (null: no longer). */
  | { kind: 'spawn-failed'; reason: string; probe: () => string | null }
  /** The launch cannot be run here as it is. */
  | { kind: 'refused'; outcome: Outcome }

/** Where the results of a run stand. Throws on a name that is no single path segment. */
export function runDirectory(config: Pick<RunnerConfig, 'jobsDir'>, runName: string): string {
  return join(config.jobsDir, segmentName.parse(runName))
}

/**
 * Builds the command of a claimed run and starts it: its first launch, or how it goes on where its results stand.
 * Throws when the state directory cannot be written.
 */
export async function launchProcess(
  host: Host,
  run: RunRow,
  record: RunRecord,
  resumed: { note: ResumeNote } | null,
): Promise<Launched> {
  const config = host.config()
  let command: Command
  let env: Record<string, string>
  try {
    command = buildCommand(run, config, resumed)
    env = childEnvironment(command, config, host.environment, run)
  } catch (error) {
    if (error instanceof LaunchRefused) return refused('SPAWN_FAILED', `${error.field}: ${error.message}`)
    if (error instanceof SecretUnavailable) return refused('AUTH_REQUIRED', error.message)
    if (error instanceof BenchmarkUnavailable) return refused('AGENT_DISABLED', error.message)
    // Of this launch, whatever it is: another attempt would fail the same way.
    const what = `The command of ${run.benchmark} could not be built: ${describeError(error)}.`
    return refused('SPAWN_FAILED', `${what} Change what was launched; if it looks right, tell the operator.`)
  }
  const { argv, cwd } = command
  const probe = () => problemOf(argv[0] ?? '', cwd, config, env.PATH ?? '')
  const problem = probe()
  if (problem !== null) return { kind: 'spawn-failed', reason: problem, probe }
  const cancelGraceMs = cancelGrace(run, config, command)
  const started = await startProcess(
    record,
    { argv: asUser(argv, config), cwd, env, stdinPath: null, cancelGraceMs },
    host,
  )
  if (started.kind === 'spawn-failed') return { ...started, probe }
  if (started.kind === 'too-long') return refused('SPAWN_FAILED', tooLong(argv, env))
  return { ...started, command: { argv, cwd, envNames: Object.keys(env) }, cancelGraceMs }
}

/** The operator's word first, then the launch's own, then the benchmark's. */
function cancelGrace(run: RunRow, config: RunnerConfig, command: Command): number {
  const section = Object.hasOwn(config.benchmarks, run.benchmark) ? config.benchmarks[run.benchmark] : undefined
  const ofBenchmark = benchmarkDefinitions[run.benchmark]?.defaults.cancelGraceMs
  return section?.cancelGrace ?? config.cancelGrace ?? command.cancelGraceMs ?? ofBenchmark ?? queueLimits.cancelGraceMs
}

class BenchmarkUnavailable extends Error {}

function buildCommand(run: RunRow, config: RunnerConfig, resumed: { note: ResumeNote } | null): Command {
  const section = Object.hasOwn(config.benchmarks, run.benchmark) ? config.benchmarks[run.benchmark] : undefined
  if (section?.enabled === false) throw new BenchmarkUnavailable(`${run.benchmark} is disabled on this runner.`)
  const build = Object.hasOwn(buildCommands, run.benchmark) ? buildCommands[run.benchmark] : undefined
  if (!build) throw new BenchmarkUnavailable(`This runner's version knows no benchmark ${run.benchmark}.`)
  const context: CommandContext = {
    runId: run.id,
    epoch: run.epoch,
    runName: segmentName.parse(run.name),
    jobsDir: config.jobsDir,
    executable: section?.executable,
    settings: section?.settings ?? {},
  }
  const resume = Object.hasOwn(resumes, run.benchmark) ? resumes[run.benchmark] : undefined
  if (resumed === null || resume === undefined || run.directory === null) return build(run.launch, context)
  // Where it stands, whatever the configuration says by now.
  return resume.buildCommand(run.launch, { ...context, jobsDir: dirname(run.directory) }, resumed.note.errorTypes)
}

function problemOf(program: string, cwd: string, config: RunnerConfig, path: string): string | null {
  if (findExecutable(program, path) === null) return `${program}: not found, or not executable`
  try {
    // Only what is ours is made; a directory that a configuration names must be there.
    makeJobsDir(config)
    if (cwd.startsWith(config.jobsDir)) mkdirSync(cwd, { recursive: true })
    return null
  } catch (error) {
    return `${cwd}: ${(error as NodeJS.ErrnoException).code}`
  }
}

/** The user of the runs has to write there; a directory that stands already is the operator's to arrange. */
function makeJobsDir({ jobsDir, runAs }: RunnerConfig): void {
  if (mkdirSync(jobsDir, { recursive: true }) !== undefined && runAs && isRoot())
    chownSync(jobsDir, runAs.uid, runAs.gid)
}

/** The shim stays root, so that it can write the record; what it starts is not. */
function asUser(argv: string[], { runAs }: RunnerConfig): string[] {
  if (runAs === undefined || !isRoot()) return argv
  const { uid, gid } = runAs
  return ['setpriv', '--reuid', String(uid), '--regid', String(gid), '--clear-groups', '--no-new-privs', '--', ...argv]
}

const isRoot = () => process.getuid?.() === 0

function tooLong(argv: string[], env: Record<string, string>): string {
  const bytes = Buffer.byteLength([...argv, ...Object.keys(env), ...Object.values(env)].join(' '))
  return `Its command and variables are too long to be started (${bytes} bytes together): launch it with fewer or shorter ones.`
}

function refused(errorCode: Outcome['errorCode'], errorMessage: string): Launched {
  return { kind: 'refused', outcome: { status: 'failed', errorCode, errorMessage } }
}
