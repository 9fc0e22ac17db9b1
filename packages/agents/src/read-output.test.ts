import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunErrorCode } from '@paddock/domain'
import { describe, expect, test } from 'vitest'
import { agentAdapters } from './commands.ts'
import type { AgentResult, SessionBefore } from './port.ts'

const shared = process.env.PADDOCK_SHARED ?? join(import.meta.dirname, '../../../../shared')
const recorded = join(shared, 'data/agents-recorded')

/** A recorded session, read in pieces of `size` bytes. */
function readCase(agent: 'claude' | 'codex', name: string, before?: SessionBefore, size = 1_000): AgentResult {
  const folder = join(recorded, agent === 'claude' ? 'claude-2.1.332' : 'codex-0.171.0')
  const bytes = readFileSync(join(folder, `${name}.jsonl`))
  const meta = JSON.parse(readFileSync(join(folder, `${name}.meta.json`), 'utf8'))
  const output = agentAdapters[agent]?.openOutput(before)
  if (!output) throw new Error(`no adapter for ${agent}`)
  for (let at = 0; at < bytes.length; at += size) output.push(bytes.subarray(at, at + size))
  return output.end({
    exitCode: meta.exit_code,
    exitSignal: meta.exit_signal,
    stderr: readFileSync(join(folder, `${name}.stderr.txt`), 'utf8'),
    endedBy: name.startsWith('cancel') ? 'cancel' : meta.timed_out_by_recorder ? 'timeout' : 'itself',
  })
}

const claudeCodes: Record<string, RunErrorCode | null> = {
  plain: null,
  shell: null,
  think: null,
  fail: null,
  write: null,
  readonly: null,
  'readonly-shell': null,
  'forced-write': null,
  'err-429-once': null,
  'unknown-model': null,
  resume: null,
  fork: null,
  'resume-other-cwd': null,
  budget: 'BUDGET',
  'max-turns': 'PROCESS_FAILED',
  'err-401': 'AUTH_REQUIRED',
  'err-429': 'PROVIDER_LIMIT',
  'err-500': 'PROCESS_FAILED',
  'no-key': 'AUTH_REQUIRED',
  'resume-unknown': 'SESSION_RESUME_FAILED',
  'session-id-again': 'PROCESS_FAILED',
  'skip-permissions-root': 'PROCESS_FAILED',
  'cancel-tool': 'CANCELLED',
  'cancel-tool-int': 'CANCELLED',
  'cancel-stream': 'CANCELLED',
}

const codexCodes: Record<string, RunErrorCode | null> = {
  plain: null,
  shell: null,
  think: null,
  fail: null,
  write: null,
  readonly: null,
  'forced-write': null,
  'err-429-once': null,
  resume: null,
  fork: null,
  'err-401': 'AUTH_REQUIRED',
  'err-429': 'PROVIDER_LIMIT',
  'err-500': 'PROCESS_FAILED',
  'no-key': 'AUTH_REQUIRED',
  'resume-unknown': 'SESSION_RESUME_FAILED',
  'resume-flags-after': 'PROCESS_FAILED',
  'wire-chat': 'PROCESS_FAILED',
  'open-stdin': 'TIMEOUT',
  'cancel-tool': 'CANCELLED',
  'cancel-stream': 'CANCELLED',
}

describe.each([
  ['claude', claudeCodes],
  ['codex', codexCodes],
] as const)('%s, recorded', (agent, codes) => {
  test.each(Object.entries(codes))('%s ends as %s', (name, code) => {
    expect(readCase(agent, name).failure?.code ?? null).toBe(code)
  })

  test('how the stream is cut into reads makes no difference', () => {
    for (const name of Object.keys(codes)) {
      expect(readCase(agent, name, undefined, 7), name).toEqual(readCase(agent, name, undefined, 1_000_000))
    }
  })

  test('every failure says something of at most 4,000 characters', () => {
    for (const name of Object.keys(codes)) {
      const message = readCase(agent, name).failure?.message
      if (message === undefined) continue
      expect(message.length, name).toBeGreaterThan(10)
      expect(message.length, name).toBeLessThanOrEqual(4_000)
    }
  })
})

test('input tokens include what was cached, for both', () => {
  expect(readCase('claude', 'shell').tokens).toEqual({ input: 2_100 + 400 + 80, cachedInput: 400, output: 101 })
  expect(readCase('codex', 'shell').tokens).toEqual({ input: 2_100, cachedInput: 400, output: 101 })
})

test('claude: cost is the share of this run, and unknown where the price is unknown', () => {
  expect(readCase('claude', 'plain').costUsd).toBeCloseTo(0.00396)
  expect(readCase('claude', 'resume', { tokens: null, costUsd: 0.00396 }).costUsd).toBeCloseTo(0.00396)
  expect(readCase('claude', 'unknown-model').costUsd).toBeNull()
})

test('claude: a run that its budget stopped reports zero usage, and its tokens are known all the same', () => {
  expect(readCase('claude', 'budget').tokens).toEqual({ input: 1_240, cachedInput: 200, output: 50 })
})

test('claude: the limit of turns is told from other failures', () => {
  expect(readCase('claude', 'max-turns').reachedTurnLimit).toBe(true)
  expect(readCase('claude', 'err-500').reachedTurnLimit).toBe(false)
})

test('codex: usage of a resumed session is cumulative, so the earlier part is taken off', () => {
  const first = readCase('codex', 'plain')
  const second = readCase('codex', 'resume', { tokens: first.tokens, costUsd: null })
  expect(second.tokens).toEqual({ input: 1_000, cachedInput: 200, output: 50 })
  expect(second.sessionId).toBe(first.sessionId)
})

test('a provider that fails is worth another try, a missing login is not', () => {
  for (const agent of ['claude', 'codex'] as const) {
    expect(readCase(agent, 'err-429').failure?.isTransient, agent).toBe(true)
    expect(readCase(agent, 'err-500').failure?.isTransient, agent).toBe(true)
    expect(readCase(agent, 'err-401').failure?.isTransient, agent).toBe(false)
    expect(readCase(agent, 'no-key').failure?.isTransient, agent).toBe(false)
  }
})

test('session, model and last answer are read', () => {
  const claude = readCase('claude', 'write')
  expect(claude).toMatchObject({ sessionId: 'ee29d0d9-a275-4c27-a403-9cf0e018d6b5', model: 'claude-sonnet-4-5' })
  expect(claude.answer).toBe('note.txt is written.')
  expect(readCase('codex', 'write').answer).toBe('note.txt is written.')
})

test('streams of other versions are read without a throw', () => {
  const folder = join(shared, 'data/agents')
  for (const name of readdirSync(folder)) {
    for (const adapter of Object.values(agentAdapters)) {
      const output = adapter.openOutput()
      output.push(readFileSync(join(folder, name)))
      expect(() => output.end({ exitCode: 0, exitSignal: null, stderr: '', endedBy: 'itself' }), name).not.toThrow()
    }
  }
})
