import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReader } from '@paddock/traces'
import { expect, test } from 'vitest'
import { newDirectory, readResultFile, runCli } from './fixtures/run-cli.ts'
import { conversationPath } from './result-file.ts'
import { coinSolves } from './runner/solvers/coin.ts'

const everything = '--max-tasks=1000'

async function run(agent: string, ...more: string[]) {
  const directory = newDirectory()
  const { code, said } = await runCli([
    `--agent=${agent}`,
    `--output=${join(directory, 'result.json')}`,
    '--task-concurrency=4',
    ...more,
  ])
  return { code, said, directory, result: readResultFile(directory) }
}

test('oracle solves every task', async () => {
  const { code, result, said } = await run('oracle', everything)
  expect(code).toBe(0)
  expect(result.summary.totalRuns).toBe(result.summary.plannedRuns)
  expect(result.tasks.filter((task) => !task.runs[0]?.success).map((task) => task.id)).toEqual([])
  expect(result.summary).toMatchObject({ taskSuccessRate: 1, editSuccessRate: 1 })
  expect(said.match(/^\[trial\] pass {2}\S+ {2}attempt 1 {2}\d+\.\d s$/gm)).toHaveLength(result.summary.plannedRuns)
})

test('noop solves none, and every failure says that nothing was edited', async () => {
  const { code, result } = await run('noop', everything)
  expect(code).toBe(0)
  expect(result.tasks.flatMap((task) => task.runs).filter((r) => r.success)).toEqual([])
  expect(new Set(result.tasks.map((task) => task.runs[0]?.failureCategory))).toEqual(new Set(['no-edit']))
  expect(result.summary).toMatchObject({ taskSuccessRate: 0, editSuccessRate: null })
})

test('coin solves exactly what its hash says, whatever the order and concurrency', async () => {
  const first = await run('coin:0.6:7', '--runs=2', '--max-tasks=40')
  const second = await run('coin:0.6:7', '--runs=2', '--max-tasks=40', '--task-concurrency=9', '--seed=other')
  const outcomes = ({ result }: typeof first) =>
    result.tasks.map((task) => [task.id, ...task.runs.map((r) => r.success)])
  expect(outcomes(second)).toEqual(outcomes(first))
  const coin = { probability: 0.6, seed: '7' }
  expect(outcomes(first)).toEqual(
    first.result.tasks.map((task) => [task.id, coinSolves(coin, task.id, 1), coinSolves(coin, task.id, 2)]),
  )
  const categories = new Set(first.result.tasks.flatMap((task) => task.runs.map((r) => r.failureCategory)))
  expect([...categories]).toEqual(expect.arrayContaining([null, 'no-edit', 'wrong-edit']))
})

test.each([0, 0.1, 0.5, 0.9, 1])('a coin of %f falls as often as it says', (probability) => {
  const n = 4_000
  const solved = Array.from({ length: n }, (_, i) => coinSolves({ probability, seed: 's' }, `task-${i}`, 1))
  const rate = solved.filter(Boolean).length / n
  // Four standard errors.
  expect(Math.abs(rate - probability)).toBeLessThanOrEqual(4 * Math.sqrt((probability * (1 - probability)) / n))
})

test('attempts of a task are different throws of the coin', () => {
  const coin = { probability: 0.5, seed: 's' }
  const throws = Array.from({ length: 40 }, (_, attempt) => coinSolves(coin, 'task', attempt + 1))
  expect(new Set(throws).size).toBe(2)
})

test('every run has a conversation with prompt, edits, diff and verdict', async () => {
  const { directory, result } = await run('coin:0.5:3', '--max-tasks=12')
  for (const task of result.tasks) {
    const text = readFileSync(join(directory, conversationPath(task.id, 1)), 'utf8')
    expect(text).toMatch(/^## User\n\n.*misbehaves|things broke/m)
    expect(text).toContain('## Assistant')
    expect(text).toContain('## Diff')
    expect(text).toContain(task.runs[0]?.success ? '**pass**' : '**fail**')
    if (task.runs[0]?.edits.attempted) expect(text).toContain('## Tool call: Edit')
  }
})

test('a conversation is read into the steps that it was written from', async () => {
  const { directory, result } = await run('oracle', '--max-tasks=6')
  for (const task of result.tasks) {
    const reader = openReader('markdown-conversation')
    const bytes = readFileSync(join(directory, conversationPath(task.id, 1)))
    const steps = [...reader.push(bytes), ...reader.end()]
    const kinds = steps.map((step) => step.kind)
    expect(kinds).not.toContain('unknown')
    expect(kinds.slice(0, 3)).toEqual(['system', 'user', 'assistant'])
    expect(kinds.filter((kind) => kind === 'tool_call')).toHaveLength(task.runs[0]?.toolCalls ?? -1)
    const edit = steps.find((step) => step.kind === 'tool_call')
    expect(edit?.tool?.arguments).toHaveProperty('new_string')
  }
})

test('wrong usage is refused with 2 and a sentence, before anything is written', async () => {
  const directory = newDirectory()
  const output = `--output=${join(directory, 'result.json')}`
  const refused = [
    { args: ['--agent=coin:2:1', output], says: 'coin:<p>:<seed>' },
    { args: ['--agent=nobody', output], says: 'there is no agent "nobody"' },
    { args: ['--agent=claude', output], says: 'needs --model' },
    { args: ['--agent=oracle', '--tasks=nothing', output], says: 'no task "nothing"' },
    { args: ['--agent=oracle', '--dataset=/nowhere', output], says: 'there is no dataset' },
    { args: ['--agent=oracle', '--runs=0', output], says: 'at least 1' },
  ]
  for (const { args, says } of refused) {
    const { code, said } = await runCli(args)
    expect(said).toContain(says)
    expect(code).toBe(2)
  }
  expect(existsSync(join(directory, 'result.json'))).toBe(false)
})

test('an output of another launch is not overwritten', async () => {
  const { directory, result } = await run('oracle', '--max-tasks=3')
  const output = `--output=${join(directory, 'result.json')}`
  const { code, said } = await runCli(['--agent=noop', '--max-tasks=3', output])
  expect(code).toBe(2)
  expect(said).toContain('holds results of another agent')
  expect(readResultFile(directory)).toEqual(result)
})
