import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDirectory, readResultFile, runCli, startCli, until } from './fixtures/run-cli.ts'
import { conversationPath, streamPath } from './result-file.ts'

const task = 'combo-ledger-1'
const program = join(import.meta.dirname, 'fixtures', 'fake-claude.mjs')
const taskFile = join(import.meta.dirname, 'dataset', 'typescript-edit', `${task}.json`)

const args = (directory: string, ...more: string[]) => [
  '--agent=claude',
  '--model=fake',
  `--agent-executable=${program}`,
  `--output=${join(directory, 'result.json')}`,
  `--tasks=${task}`,
  ...more,
]
const env = (behaviour: string, more: Record<string, string> = {}) => ({
  FAKE_BEHAVIOUR: behaviour,
  FAKE_TASK: taskFile,
  ...more,
})

async function run(behaviour: string, more: string[] = [], variables: Record<string, string> = {}) {
  const directory = newDirectory()
  const outcome = await runCli(args(directory, ...more), env(behaviour, variables))
  const result = readResultFile(directory)
  const record = result.tasks[0]?.runs[0]
  if (!record) throw new Error(`no run: ${outcome.said}`)
  const conversation = readFileSync(join(directory, conversationPath(task, 1)), 'utf8')
  return { ...outcome, directory, result, record, conversation }
}

test('an agent that talks on after the files match is stopped, and its cost is known', async () => {
  const { record, conversation, directory, result } = await run('fix')
  expect(record).toMatchObject({ success: true, tries: 1, costUsd: 0.25, failureCategory: null, error: null })
  expect(record.tokens).toEqual({ input: 125, output: 7, cache: 20 })
  expect(record.edits.attempted).toBe(record.toolCalls)
  expect(record.edits.applied).toBeGreaterThan(0)
  expect(record.duration).toBeLessThan(10_000)
  expect(conversation).toContain('## Tool call: Edit')
  expect(readFileSync(join(directory, streamPath(task, 1, 1)), 'utf8')).toContain('"type":"result"')
  expect(result.config.agentVersion).toBe('9.9.9')
})

test('an agent that edits nothing is tried twice more', async () => {
  const { record, conversation } = await run('idle')
  expect(record).toMatchObject({ success: false, tries: 3, failureCategory: 'no-edit', costUsd: 0.75 })
  expect(conversation.match(/Tried again: nothing was edited/g)).toHaveLength(2)
})

test('a wrong edit is not tried again', async () => {
  const { record } = await run('wrong')
  expect(record).toMatchObject({ success: false, tries: 1, failureCategory: 'wrong-edit', error: null })
})

test('a provider that is overloaded is tried again with growing pauses, and all tries are paid for', async () => {
  const counter = join(newDirectory(), 'failures')
  const { record } = await run('overloaded', [], { FAKE_COUNTER: counter, FAKE_FAILURES: '2' })
  expect(record).toMatchObject({ success: true, tries: 3, costUsd: 1.25 })
  expect(record.duration).toBeGreaterThanOrEqual(3_000)
}, 30_000)

test('a missing login is not tried again, and says what to do', async () => {
  const { record } = await run('locked-out')
  expect(record).toMatchObject({ success: false, tries: 1, failureCategory: 'auth' })
  expect(record.error).toContain('log Claude Code in')
})

test('a silent agent is tried three times more, and nothing of it is left behind', async () => {
  const pidFile = join(newDirectory(), 'pid')
  const { record } = await run('hang', ['--timeout=400ms'], { FAKE_CHILD: pidFile })
  expect(record).toMatchObject({ success: false, tries: 4, failureCategory: 'timeout', costUsd: null })
  expect(isAlive(readFileSync(pidFile, 'utf8'))).toBe(false)
}, 30_000)

test('an agent without end is stopped at its turns', async () => {
  const { record } = await run('chatty', ['--max-turns=5'])
  expect(record).toMatchObject({ success: false, tries: 1, failureCategory: 'turn-limit' })
  expect(record.error).toContain('5 turns')
})

test('SIGTERM reaches an agent and the commands that it runs in sessions of their own', async () => {
  const directory = newDirectory()
  const pidFile = join(directory, 'pid')
  const cli = startCli(args(directory), env('hang', { FAKE_CHILD: pidFile }))
  await until('the command runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '')
  const pid = readFileSync(pidFile, 'utf8')
  expect(isAlive(pid)).toBe(true)
  cli.child.kill('SIGTERM')
  expect((await cli.ended).code).toBe(143)
  expect(isAlive(pid)).toBe(false)
  expect(readResultFile(directory).summary.totalRuns).toBe(0)
})

test('an agent that is not installed is said so at once', async () => {
  const directory = newDirectory()
  const { code, said } = await runCli([
    ...args(directory).filter((arg) => !arg.startsWith('--agent-executable')),
    '--agent-executable=/nowhere/claude',
  ])
  expect(code).toBe(2)
  expect(said).toContain('npm install -g @anthropic-ai/claude-code')
})

function isAlive(pid: string): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
