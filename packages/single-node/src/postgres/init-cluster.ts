import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Identity } from './choose-identity.ts'
import type { PostgresBinaries } from './locate-binaries.ts'
import { SERVER_ENVIRONMENT } from './server-environment.ts'

export interface ClusterPlan {
  /** The directory to make; must not exist. */
  cluster: string
  /** An empty place beside it, on the same file system. */
  workDir: string
  passwordFile: string
  database: string
  binaries: PostgresBinaries
  identity: Identity
}

/** Makes a cluster with one superuser `postgres` and one database. It appears whole or, when interrupted, not at all. */
export async function initCluster(plan: ClusterPlan): Promise<void> {
  const { binaries, identity, workDir } = plan
  rmSync(workDir, { recursive: true, force: true })
  mkdirSync(join(workDir, 'cluster'), { recursive: true, mode: 0o700 })
  // initdb reads the password as the uid it runs under, which may not open the real file.
  const passwordCopy = join(workDir, 'password')
  copyFileSync(plan.passwordFile, passwordCopy)
  identity.own(workDir)

  const cluster = join(workDir, 'cluster')
  const access = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordCopy}`]
  await run([...identity.prefix, binaries.initdb, '-D', cluster, '-E', 'UTF8', '--locale=C', ...access], '')
  // Single-user mode: there is no psql in the package, and nothing to connect with in this one.
  const single = [binaries.postgres, '--single', '-D', cluster, '-c', 'log_min_messages=warning', 'postgres']
  await run([...identity.prefix, ...single], `CREATE DATABASE ${plan.database};\n`)

  renameSync(cluster, plan.cluster)
  rmSync(workDir, { recursive: true, force: true })
}

async function run(argv: string[], input: string): Promise<void> {
  const [command = '', ...args] = argv
  const child = spawn(command, args, { cwd: '/', env: SERVER_ENVIRONMENT, detached: true })
  child.stdin.on('error', () => {}) // A program that died early says why on stderr; EPIPE would hide it.
  child.stdin.end(input)
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? code))
  })
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${(stderr || stdout).trim()}`)
}
