import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RunnerConfig } from '../config/config.ts'
import type { HostRoom } from '../health/watch-health.ts'
import { listOffers } from '../offers/list-offers.ts'
import { shortestSecret } from '../redact/create-redactor.ts'
import { secretValue } from '../run/child-environment.ts'
import { findExecutable } from '../run/find-executable.ts'
import { type Check, fail, ok, warn } from './check.ts'

export async function checkDirectories(config: RunnerConfig, room: HostRoom): Promise<Check[]> {
  const checks: Check[] = []
  for (const key of ['stateDir', 'jobsDir', 'blobDir'] as const) {
    const path = config[key]
    const existing = nearestExisting(path)
    const free = await room.freeDiskMb(existing)
    if (!isWritable(existing)) checks.push(fail(key, `${path}: not writable`, `Let this user write to ${existing}.`))
    else if (free < config.minFreeDiskMb) {
      checks.push(fail(key, `${path}: ${Math.floor(free)} MB free`, `At least ${config.minFreeDiskMb} MB are wanted.`))
    } else checks.push(ok(key, `${path}: writable, ${Math.floor(free)} MB free`))
  }
  const state = statSync(config.stateDir, { throwIfNoEntry: false })
  if (state && (state.mode & 0o077) !== 0) {
    checks.push(fail('stateDir', `${config.stateDir}: others may read it`, `chmod 700 ${config.stateDir}`))
  }
  return checks
}

export function checkExecutables(config: RunnerConfig, environment: NodeJS.ProcessEnv): Check[] {
  const checks = listOffers(config, environment).map(({ kind, id, reason }) =>
    reason === null
      ? ok(`${kind} ${id}`, 'can be launched here')
      : warn(`${kind} ${id}`, reason, `Install it, or name its program under benchmarks.${id}.executable.`),
  )
  const path = environment.PATH ?? ''
  if (findExecutable('docker', path) === null)
    checks.push(warn('docker', 'not found', 'Only environments in Docker need it.'))
  else checks.push(ok('docker', 'found'))
  if (process.platform === 'linux' && findExecutable('fallocate', path) === null) {
    checks.push(
      warn('fallocate', 'not found', 'Without it a run whose log passes its limit is ended; it is part of util-linux.'),
    )
  }
  if (process.platform !== 'linux') {
    checks.push(
      warn('processes', 'no /proc here', 'A descendant that leaves its session and loses its parents is not found.'),
    )
  }
  return checks
}

/** By name: a value is never shown. */
export function checkSecrets(config: RunnerConfig, environment: NodeJS.ProcessEnv): Check[] {
  return Object.entries(config.secrets).map(([name, secret]) => {
    const where = secret.env === undefined ? `file ${secret.file}` : `variable ${secret.env}`
    const value = secretValue(secret, environment)
    if (value === null) return fail(`secret ${name}`, `${where}: no value`, 'Runs that name it will fail.')
    if (value.length < shortestSecret) {
      return warn(
        `secret ${name}`,
        `${where}: shorter than ${shortestSecret} characters`,
        'It is too short to be hidden in logs.',
      )
    }
    return ok(`secret ${name}`, `${where}: has a value`)
  })
}

export function checkUser(config: RunnerConfig): Check[] {
  if (process.getuid?.() !== 0) return []
  return config.runAs === undefined
    ? [warn('user', 'the runner is root, and so are its runs', 'Give runAs: { uid, gid } in the configuration.')]
    : [ok('user', `runs are started as uid ${config.runAs.uid}`)]
}

function nearestExisting(path: string): string {
  for (let at = path; ; at = dirname(at)) if (statSync(at, { throwIfNoEntry: false })) return at
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
