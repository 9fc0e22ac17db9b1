import { randomUUID } from 'node:crypto'
import { type Db, findLanes, registerRunner } from '@paddock/db'
import { runnerLabels } from './fill-runs.ts'

export interface BenchRunner {
  runnerId: string
  laneIds: number[]
}

/** A daemon's row without the daemon; its beat is good for 15 s of claims. */
export async function registerBenchRunner(db: Db): Promise<BenchRunner> {
  const runner = await registerRunner(db, {
    name: `bench-${randomUUID().slice(0, 8)}`,
    hostId: `host_${randomUUID()}`,
    bootId: 'bench',
    pid: process.pid,
    version: 'bench',
    labels: runnerLabels,
    teams: null,
    capacity: null,
    once: false,
    offers: [],
  })
  return { runnerId: runner.id, laneIds: await findLanes(db, { labels: runnerLabels, teams: null }) }
}
