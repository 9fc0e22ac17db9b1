import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LaunchRefused } from '../port.ts'
import { newDirectory, readResultFile, runCli, startCli, until } from './fixtures/run-cli.ts'
import { editResume } from './resume.ts'

const scripted = (directory: string, agent: string, ...more: string[]) => [
  `--agent=${agent}`,
  `--output=${join(directory, 'result.json')}`,
  '--max-tasks=6',
  '--task-concurrency=2',
  ...more,
]

test('the plan of a cancelled run names what was interrupted, and nothing that has ended', async () => {
  const directory = newDirectory()
  const cli = startCli(scripted(directory, 'oracle', '--delay=300ms'))
  await until('one trial ended', () => cli.said().includes('[trial]'))
  cli.child.kill('SIGTERM')
  await cli.ended
  const plan = await editResume.plan(directory, null)
  if (plan.kind === 'impossible') throw new Error(plan.reason)
  const ended = readResultFile(directory).tasks.flatMap((task) => task.runs.map(() => `${task.id}__1`))
  expect(plan.errorTypes).toEqual(['ProviderFailed', 'AuthRequired', 'AgentNotInstalled', 'VerifierFailed'])
  expect(plan.again.length).toBeGreaterThan(0)
  for (const { name, startedAt } of plan.again) {
    expect(ended).not.toContain(name)
    expect(startedAt).not.toBeNull()
  }
})

test('failures that are named are done again, and stand until their successors have ended', async () => {
  const directory = newDirectory()
  await runCli(scripted(directory, 'noop'))
  const before = readResultFile(directory).tasks.flatMap(({ runs }) => runs)
  expect(new Set(before.map(({ failureCategory }) => failureCategory))).toEqual(new Set(['no-edit']))
  const cli = startCli(scripted(directory, 'noop', '--again=no-edit', '--delay=300ms'))
  await until('it goes on', () => cli.said().includes('[edit]'))
  expect(cli.said()).toContain('6 tasks × 1, 2 at a time')
  expect(readResultFile(directory).summary.totalRuns).toBe(6)
  expect((await cli.ended).code).toBe(0)
  const after = readResultFile(directory)
  expect(after.summary).toMatchObject({ totalRuns: 6, plannedRuns: 6 })
  const starts = new Set(before.map(({ startedAt }) => startedAt))
  for (const { startedAt } of after.tasks.flatMap(({ runs }) => runs)) expect(starts).not.toContain(startedAt)
})

test('without a result, or with one that cannot be read, it is refused with the path', async () => {
  const directory = newDirectory()
  const path = join(directory, 'result.json')
  const reason = async () => {
    const plan = await editResume.plan(directory, null)
    return plan.kind === 'impossible' ? plan.reason : 'possible'
  }
  expect(await reason()).toContain(`${path} is not there`)
  writeFileSync(path, '{"tasks": [')
  expect(await reason()).toContain(`${path} cannot be read`)
  rmSync(path)
})

test('error types become the failures of paddock-edit; one that it does not have is refused by name', () => {
  const context = { runId: 'r', epoch: 3, runName: 'x', jobsDir: '/jobs', settings: {} }
  const argv = (types: string[]) => editResume.buildCommand({ benchmark: 'edit' }, context, types).argv
  expect(argv(['ProviderFailed', 'AgentTimeout'])).toContain('--again=provider,timeout')
  expect(argv([]).some((word) => word.startsWith('--again'))).toBe(false)
  expect(() => argv(['CancelledError'])).toThrow(LaunchRefused)
})
