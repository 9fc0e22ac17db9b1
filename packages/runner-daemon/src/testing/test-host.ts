import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connect, enqueueRun, getRun, type NewRun, type RunRow } from '@paddock/db'
import * as schema from '@paddock/db/schema'
import type { LaunchRequest, QueueLimits } from '@paddock/domain'
import { systemClock } from '../clock.ts'
import { openConfigFile } from '../config/config-file.ts'
import type { DaemonMode, DaemonPorts } from '../daemon-options.ts'
import { hostRoom } from '../health/watch-health.ts'
import { bootClockMs } from '../lease/boot-clock.ts'
import type { Log } from '../log/log.ts'
import { unwatchedMoments } from '../moments.ts'
import { findTree, treeOf } from '../process/find-tree.ts'
import { hostTable } from '../process/host-table.ts'
import { type Daemon, startDaemon } from '../start-daemon.ts'
import { openStateDir } from '../state/open-state-dir.ts'
import { testLimits } from './test-limits.ts'

export interface TestHost {
  directory: string
  configPath: string
  lines: string[]
  log: Log
  writeConfig(more?: string): void
  start(options?: StartOptions): Promise<Daemon>
  remove(): void
}

export interface StartOptions {
  limits?: Partial<QueueLimits>
  mode?: DaemonMode
  ports?: Partial<DaemonPorts>
  labels?: string[]
  environment?: NodeJS.ProcessEnv
  /** Instead of the direct way to the database. */
  databaseUrl?: string
}

/** A host of its own that serves one team: state, jobs and blobs in a directory that is removed afterwards. */
export function testHost(databaseUrl: string, teamId: string): TestHost {
  const directory = mkdtempSync(join(tmpdir(), 'paddock-host-'))
  const configPath = join(directory, 'runner.yaml')
  const lines: string[] = []
  const say = (level: string) => (facts: Record<string, unknown>, text: string) => {
    lines.push(JSON.stringify({ level, text, ...facts }))
  }
  const log: Log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') }
  const writeConfig = (more = '') =>
    writeFileSync(
      configPath,
      `name: host\nteams: [${teamId}]\nstateDir: state\njobsDir: jobs\nblobDir: blobs\ncancelGrace: 1s\nminFreeDiskMb: 1\nminFreeMemoryMb: 1\n${more}`,
    )
  writeConfig()
  return {
    ...{ directory, configPath, lines, log, writeConfig },
    async start({
      limits = {},
      mode = { kind: 'service', whenDrained: 'stay' } satisfies DaemonMode,
      ports = {},
      labels = [],
      environment,
      databaseUrl: ownUrl,
    } = {}) {
      const configFile = await openConfigFile(configPath)
      const state = openStateDir(configFile.current().stateDir)
      return startDaemon({
        ...{ configFile, state, mode, log },
        databaseUrl: ownUrl ?? databaseUrl,
        overrides: { labels },
        environment: environment ?? {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          HOME: directory,
          DATABASE_URL: databaseUrl,
        },
        version: '0.0.0-test',
        earlierBootLog: null,
        limits: { ...testLimits, ...limits },
        ports: {
          ...{ clock: systemClock, table: hostTable, moments: unwatchedMoments, room: hostRoom, bootClockMs },
          ...{ random: Math.random, wallClockMs: Date.now },
          ...ports,
        },
      })
    },
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

export interface TestQueue extends Connection {
  teamId: string
  launch(launch?: Partial<LaunchRequest>, more?: Partial<NewRun>): Promise<RunRow>
  run(id: string): Promise<RunRow>
  /** Waits until a run is as asked; its rows and the daemon's words are in the error when it never is. */
  until(id: string, what: (run: RunRow) => boolean, withinMs?: number): Promise<RunRow>
}

let serial = 0

/** A team and its queue, for a database of a test. */
export async function testQueue(url: string): Promise<TestQueue> {
  const connection = connect(url, { max: 4 })
  const { db } = connection
  const teamId = `team-${process.pid}-${++serial}`
  await db.insert(schema.organization).values({ id: teamId, name: teamId, slug: teamId })
  const run = async (id: string) => {
    const found = await getRun(db, id)
    if (!found) throw new Error(`no run ${id}`)
    return found.run
  }
  return {
    ...connection,
    teamId,
    run,
    async launch(launch = {}, more = {}) {
      const name = launch.name ?? `run-${process.pid}-${++serial}`
      const request: LaunchRequest = { benchmark: 'edit', agent: 'oracle', tasks: 2, concurrency: 2, ...launch, name }
      const enqueued = await enqueueRun(db, {
        ...{ teamId, name, benchmark: 'edit', dataset: 'typescript-edit', agent: request.agent, launch: request },
        ...{ requires: ['benchmark:edit', ...(request.labels ?? [])], maxQueueAgeMs: 600_000 },
        ...{ timeoutMs: request.timeoutMs, idleTimeoutMs: request.idleTimeoutMs, budgetUsd: request.budgetUsd },
        weight: Math.round((request.weight ?? 1) * 100),
        ...more,
      })
      return enqueued.run
    },
    async until(id, what, withinMs = 45_000) {
      const deadline = performance.now() + withinMs
      for (;;) {
        const row = await run(id)
        if (what(row)) return row
        if (performance.now() > deadline) {
          const { status, epoch, errorCode, errorMessage, cancelRequestedAt, lostAt } = row
          throw new Error(
            `not within ${withinMs} ms: ${JSON.stringify({ status, epoch, errorCode, errorMessage, cancelRequestedAt, lostAt })}`,
          )
        }
        await systemClock.sleep(25)
      }
    },
  }
}

export const isTerminal = ({ status }: RunRow) => ['succeeded', 'failed', 'cancelled', 'orphaned'].includes(status)

/** Text of a file; empty where there is none. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A line of configuration that has `edit` start a program of the tests in the place of its own. */
export const insteadOfEdit = (fixture: string) =>
  `benchmarks:\n  edit:\n    executable: [/bin/sh, ${join(import.meta.dirname, 'fixtures', fixture)}]\n`

/** Live processes that carry the marker of an attempt. */
export function membersOf(runId: string, epoch: number): number[] {
  return findTree(hostTable, treeOf(null, `PADDOCK_RUN=${runId}.${epoch}`)).map(({ pid }) => pid)
}

export async function waitUntil(what: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await what())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what.toString()}`)
    await systemClock.sleep(20)
  }
}
