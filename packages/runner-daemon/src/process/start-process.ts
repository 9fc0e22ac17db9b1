import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Moments } from '../moments.ts'
import type { ProcessIdentity, ProcessTable } from './process-table.ts'
import { type Intent, logPath, markerOf, type RunRecord, readPidFile, writeIntent } from './run-record.ts'
import { shimScript } from './shim.ts'

export interface ProcessToStart {
  argv: string[]
  cwd: string
  /** The whole environment of the child but the marker. */
  env: Record<string, string>
  /** A file to read as stdin; null: closed. */
  stdinPath: string | null
  /** SIGTERM → SIGKILL, kept for a daemon that adopts it. */
  cancelGraceMs: number
}

export type Started =
  /** `ended` resolves when the leader is gone, however it went. */
  | { kind: 'started'; identity: ProcessIdentity; ended: Promise<void> }
  /** No host starts a command of this length. */
  | { kind: 'too-long'; reason: string }
  | { kind: 'spawn-failed'; reason: string }

/**
 * Starts argv under the shim, in a session and group of its own, with its output going to files by descriptor: the
 * daemon's death is nothing that the child could notice. Throws when the record cannot be written.
 */
export async function startProcess(
  record: RunRecord,
  { argv, cwd, env, stdinPath, cancelGraceMs }: ProcessToStart,
  { table, moments }: { table: ProcessTable; moments: Moments },
): Promise<Started> {
  const intent: Intent = {
    runId: record.runId,
    epoch: record.epoch,
    argv,
    cwd,
    envNames: Object.keys(env),
    boot: table.boot(),
    cancelGraceMs,
  }
  writeIntent(record, intent)
  moments.reached('intent written')

  const opened: number[] = []
  const open = (path: string, flags: string) => {
    const descriptor = openSync(path, flags, 0o600)
    opened.push(descriptor)
    return descriptor
  }
  const [variable, marker] = markerOf(record).split('=') as [string, string]
  try {
    const child = spawn('/bin/sh', ['-c', shimScript(process.platform), 'paddock-shim', record.directory, ...argv], {
      cwd,
      env: { ...env, [variable]: marker },
      detached: true,
      stdio: [
        stdinPath === null ? 'ignore' : open(stdinPath, 'r'),
        open(logPath(record, 'stdout'), 'a'),
        open(logPath(record, 'stderr'), 'a'),
      ],
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await once(child, 'spawn')
    moments.reached('spawned')
    const pid = child.pid as number
    const row = table.read(pid)
    const written = row ? null : readPidFile(record)
    // A child that was quicker than this line has left its identity in the pid file, or could not even write that.
    if (row) return { kind: 'started', identity: { pid, start: row.start, boot: intent.boot }, ended }
    if (typeof written === 'object' && written) return { kind: 'started', identity: written, ended }
    return { kind: 'spawn-failed', reason: 'the shim could not write its pid file' }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { kind: code === 'E2BIG' ? 'too-long' : 'spawn-failed', reason: message }
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
