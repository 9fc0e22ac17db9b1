import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDirectory, readResultFile, runCli, startCli, until } from './fixtures/run-cli.ts'
import { conversationPath } from './result-file.ts'

const scripted = (directory: string, ...more: string[]) => [
  '--agent=coin:0.6:1',
  `--output=${join(directory, 'result.json')}`,
  '--max-tasks=40',
  '--task-concurrency=4',
  ...more,
]

test('SIGTERM keeps what ended, tells what did not, and exits 143', async () => {
  const directory = newDirectory()
  const cli = startCli(scripted(directory, '--delay=150ms'))
  await until('some trials ended', () => trialsOf(cli.said()) >= 5)
  cli.child.kill('SIGTERM')
  const asked = Date.now()
  expect(await cli.ended).toEqual({ code: 143, signal: null })
  expect(Date.now() - asked).toBeLessThan(2_000)

  const result = readResultFile(directory)
  expect(result.interruptedBy).toBe('SIGTERM')
  expect(result.finishedAt).not.toBeNull()
  expect(result.summary.plannedRuns).toBe(40)
  expect(result.summary.totalRuns).toBeGreaterThanOrEqual(5)
  expect(result.summary.totalRuns).toBeLessThan(40)
  const cancelled = result.tasks.filter(
    (task) => task.runs.length === 0 && existsSync(join(directory, conversationPath(task.id, 1))),
  )
  expect(cancelled.length).toBeGreaterThan(0)
  for (const task of cancelled) {
    expect(readFileSync(join(directory, conversationPath(task.id, 1)), 'utf8')).toContain('Cancelled.')
  }
})

test('kill -9 at any moment leaves a readable result, whose runs all have a conversation, and a restart goes on', async () => {
  const directory = newDirectory()
  const args = scripted(directory, '--delay=40ms')
  let known = new Map<string, string>()
  for (let kills = 0; kills < 8; kills += 1) {
    const cli = startCli(args)
    // A different moment each time, without randomness: the scheduler adds enough of its own.
    await until('it has begun', () => cli.said().includes('[edit]') && trialsOf(cli.said()) >= kills % 4)
    await new Promise((resolve) => setTimeout(resolve, 5 * kills))
    cli.child.kill('SIGKILL')
    expect((await cli.ended).signal).toBe('SIGKILL')

    const result = readResultFile(directory)
    expect(result.summary.plannedRuns).toBe(40)
    const runs = new Map(
      result.tasks.flatMap((task) => task.runs.map((run) => [`${task.id} ${run.runIndex}`, JSON.stringify(run)])),
    )
    expect(result.summary.totalRuns).toBe(runs.size)
    for (const [key, run] of known) expect(runs.get(key), 'a run that ended was lost or repeated').toBe(run)
    for (const key of runs.keys()) {
      const [task = ''] = key.split(' ')
      expect(readFileSync(join(directory, conversationPath(task, 1)), 'utf8')).toMatch(/\*\*(pass|fail)\*\*/)
    }
    known = runs
  }
  expect(known.size).toBeGreaterThan(0)
  expect(known.size).toBeLessThan(40)
  const { code, said } = await runCli(args)
  expect(code).toBe(0)
  expect(said).toContain(`${known.size} runs kept`)
  const final = readResultFile(directory)
  expect(final.summary.totalRuns).toBe(40)
  expect(final.tasks.every((task) => task.runs.length === 1)).toBe(true)
}, 60_000)

test('more attempts on the same output keep the ones that are there', async () => {
  const directory = newDirectory()
  await runCli(scripted(directory))
  const before = readResultFile(directory)
  await runCli(scripted(directory, '--runs=2'))
  const after = readResultFile(directory)
  expect(after.summary).toMatchObject({ plannedRuns: 80, totalRuns: 80 })
  expect(after.tasks.map((task) => task.runs[0])).toEqual(before.tasks.map((task) => task.runs[0]))
})

test('planned runs are known from the first write on, and a running trial has a growing conversation', async () => {
  const directory = newDirectory()
  const cli = startCli(scripted(directory, '--delay=3s'))
  await until('result.json is there', () => existsSync(join(directory, 'result.json')))
  expect(readResultFile(directory).summary).toMatchObject({ plannedRuns: 40, totalRuns: 0, taskSuccessRate: null })
  const dump = join(directory, 'result.dump')
  await until('four trials run', () => existsSync(dump) && readdirSync(dump).length === 4)
  const [task = ''] = readdirSync(dump)
  const conversation = join(directory, conversationPath(task, 1))
  await until(
    'it says something',
    () => existsSync(conversation) && readFileSync(conversation, 'utf8').includes('I look at'),
  )
  cli.child.kill('SIGTERM')
  await cli.ended
})

test('the throw-away directories are gone after a cancel', async () => {
  const directory = newDirectory()
  const cli = startCli(scripted(directory, '--delay=5s'), { TMPDIR: directory })
  await until('workspaces exist', () => readdirSync(directory).some((name) => name.startsWith('paddock-edit-')))
  cli.child.kill('SIGTERM')
  await cli.ended
  expect(readdirSync(directory).filter((name) => name.startsWith('paddock-edit-'))).toEqual([])
})

function trialsOf(said: string): number {
  return said.split('[trial]').length - 1
}
