import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { listArtifacts, listTrials, resumeRun } from '@paddock/db'
import { beforeAll, expect, test } from 'vitest'
import { isTerminal } from './testing/test-host.ts'
import { useHost } from './testing/use-host.ts'

const t = useHost()
let program: string
beforeAll(() => {
  const installer = join(import.meta.dirname, '..', '..', '..', 'scripts', 'install-harbor.mjs')
  program = execFileSync(process.execPath, [installer], { encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }).trim()
}, 600_000)

test('harbor removes the directories of errored trials at a resume: their rows, files and numbers stay', async () => {
  t.host.writeConfig(`benchmarks:\n  harbor:\n    executable: [${program}]\n`)
  await t.start({ environment: { PATH: process.env.PATH, HOME: t.host.directory } })
  const launch = {
    ...{ benchmark: 'harbor', dataset: 'paddock-samples', agent: 'nop', attempts: 2, concurrency: 4 },
    ...{ tasks: undefined, include: ['write-greeting', 'no-reward', 'leave-alone'] },
  }
  const row = { benchmark: 'harbor', dataset: 'paddock-samples', requires: ['benchmark:harbor'] }
  const { id } = await t.queue.launch(launch, row)
  const before = await t.queue.until(id, isTerminal, 300_000)
  expect(before).toMatchObject({ status: 'succeeded', trialsErrored: 2, trialsPassed: 2, trialsFailed: 2 })
  const first = (await listTrials(t.queue.db, { runId: id, limit: 100 })).trials
  const errored = first.filter(({ status }) => status === 'error')

  await resumeRun(t.queue.db, { runId: id, errorTypes: null, maxQueueAgeMs: 600_000, by: null })
  const after = await t.queue.until(id, isTerminal, 300_000)
  expect(after).toMatchObject({ status: 'succeeded', epoch: 2, plannedTrials: 6 })
  expect(after.command?.argv.slice(1, 3)).toEqual(['job', 'resume'])
  expect(after).toMatchObject({ trialsErrored: 2, trialsPassed: 2, trialsFailed: 2, trialsMissing: 0 })
  const all = (await listTrials(t.queue.db, { runId: id, limit: 100 })).trials
  const standing = all.filter(({ supersededAt }) => supersededAt === null)
  expect(all).toHaveLength(8)
  expect(standing).toHaveLength(6)
  for (const old of errored) {
    const { status, errorType, attempt, supersededAt } = all.find((trial) => trial.id === old.id) ?? {}
    expect({ status, errorType, attempt }).toEqual({ status: 'error', errorType: old.errorType, attempt: old.attempt })
    expect(supersededAt).not.toBeNull()
    expect((await listArtifacts(t.queue.db, { runId: id, trialId: old.id })).length).toBeGreaterThan(0)
  }
  // What ended without an exception was not touched: the very rows, of the first attempt.
  const kept = first.filter(({ status }) => status !== 'error')
  expect(standing.filter(({ epoch }) => epoch === 1)).toEqual(kept)
  expect(standing.filter(({ epoch }) => epoch === 2).map(({ task, attempt }) => [task, attempt])).toEqual([
    ['no-reward', 1],
    ['no-reward', 2],
  ])
})
