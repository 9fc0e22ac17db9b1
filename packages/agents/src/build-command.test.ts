import { expect, test } from 'vitest'
import { agentAdapters } from './commands.ts'
import { agentDefinitions } from './definitions.ts'
import { AgentRefused, type AgentTask } from './port.ts'

const task: AgentTask = {
  prompt: '--dangerous looking prompt',
  directory: '/workspace',
  model: 'some-model',
  mode: 'edit',
  safety: 'workspace_edit',
  session: { kind: 'fresh' },
  maxTurns: null,
}
const id = '01a22a11-2e94-7e11-8ea5-4ecbee8ede30'

const build = (agent: string, change: Partial<AgentTask> = {}) => {
  const adapter = agentAdapters[agent]
  if (!adapter) throw new Error(`no adapter for ${agent}`)
  return adapter.buildCommand({ ...task, ...change })
}

test('definitions and adapters list the same agents', () => {
  expect(Object.keys(agentAdapters)).toEqual(Object.keys(agentDefinitions))
  for (const [key, definition] of Object.entries(agentDefinitions)) expect(definition.id).toBe(key)
})

test('claude: the call that was recorded', () => {
  expect(build('claude', { safety: 'full_auto' }).argv).toEqual(
    'claude -p --output-format stream-json --verbose --model some-model --permission-mode acceptEdits --allowedTools Bash'.split(
      ' ',
    ),
  )
  expect(build('claude', { session: { kind: 'fork', id } }).argv.slice(-3)).toEqual(['--resume', id, '--fork-session'])
})

test('codex: options stand before resume, which takes none', () => {
  expect(build('codex', { session: { kind: 'resume', id } }).argv).toEqual(
    `codex exec --json -C /workspace -s workspace-write --skip-git-repo-check -m some-model resume ${id} -`.split(' '),
  )
})

test.each(Object.keys(agentAdapters))('%s: the prompt is on stdin only', (agent) => {
  const command = build(agent)
  expect(command.stdin).toBe(task.prompt)
  expect(command.argv).not.toContain(task.prompt)
})

test.each(Object.keys(agentAdapters))('%s: modes that only look are read-only, whatever is allowed', (agent) => {
  for (const mode of ['analyze', 'plan', 'review'] as const) {
    expect(build(agent, { mode, safety: 'full_auto' }).enforced).toBe('read_only')
  }
  expect(build(agent, { safety: 'read_only' }).enforced).toBe('read_only')
})

test.each(Object.keys(agentAdapters))('%s: no value can become an option', (agent) => {
  expect(() => build(agent, { model: '--yolo' })).toThrow(AgentRefused)
  expect(() => build(agent, { session: { kind: 'resume', id: '--last' } })).toThrow(AgentRefused)
})
