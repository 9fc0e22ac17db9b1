import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { childEnvironment, SecretUnavailable, secretValues } from './child-environment.ts'
import { decideOutcome } from './decide-outcome.ts'
import { findExecutable } from './find-executable.ts'

const exited = (status: number) => ({ kind: 'exited', status }) as const

test('a success after an abort is a success, a failure after an abort is the abort', () => {
  const cancel = { kind: 'cancel', reason: 'wrong model' } as const
  expect(decideOutcome(exited(0), cancel, '')).toMatchObject({ status: 'succeeded', exitCode: 0 })
  expect(decideOutcome(exited(143), cancel, '')).toMatchObject({
    status: 'cancelled',
    errorCode: 'CANCELLED',
    errorMessage: 'wrong model',
    exitSignal: 'SIGTERM',
  })
  expect(decideOutcome({ kind: 'vanished' }, cancel, '')).toMatchObject({ status: 'cancelled', exitCode: null })
})

test('a time-out is a failure with its own code, whatever the status', () => {
  expect(decideOutcome(exited(0), { kind: 'timeout', afterMs: 2_000 }, '')).toMatchObject({
    status: 'failed',
    errorCode: 'TIMEOUT',
  })
  expect(decideOutcome(exited(1), { kind: 'idle-timeout', afterMs: 2_000 }, '')).toMatchObject({
    errorCode: 'IDLE_TIMEOUT',
  })
})

test('a failure says the exit code and the last words', () => {
  expect(decideOutcome(exited(7), null, 'boom')).toMatchObject({
    status: 'failed',
    errorCode: 'PROCESS_FAILED',
    errorMessage: 'The process ended with exit code 7. It said last:\nboom',
  })
  expect(decideOutcome(exited(137), null, '')).toMatchObject({ exitSignal: 'SIGKILL' })
  expect(decideOutcome({ kind: 'vanished' }, null, '')).toMatchObject({ errorCode: 'EXIT_UNKNOWN' })
})

const config = {
  environment: { pass: ['PROXY', 'DATABASE_URL'], set: { FIXED: 'yes' } },
  secrets: {
    OPEN: { env: 'OPEN_VALUE' },
    OURS: { env: 'OPEN_VALUE', teams: ['team-a'], usedBy: ['edit'] },
    MISSING: { env: 'NOT_SET' },
  },
}
const daemon = {
  PATH: '/bin',
  LC_ALL: 'C',
  DATABASE_URL: 'postgres://x',
  PROXY: 'p',
  OTHER: 'o',
  OPEN_VALUE: 'the-secret',
}
const asker = { teamId: 'team-a', benchmark: 'edit', agent: null }

test('a child gets an allow-listed environment, and never the database', () => {
  const environment = childEnvironment({ env: { A: 'a', B: { secret: 'OURS' } } }, config, daemon, asker)
  expect(environment).toEqual({ PATH: '/bin', LC_ALL: 'C', PROXY: 'p', FIXED: 'yes', A: 'a', B: 'the-secret' })
})

test('a secret is for the teams and users that the configuration names', () => {
  const ask =
    (secret: string, who = asker) =>
    () =>
      childEnvironment({ env: { B: { secret } } }, config, daemon, who)
  expect(ask('OURS', { ...asker, teamId: 'team-b' })).toThrow('"OURS" is not for this team')
  expect(ask('OURS', { ...asker, benchmark: 'harbor' })).toThrow('"OURS" is not for harbor')
  expect(ask('MISSING')).toThrow(SecretUnavailable)
  expect(ask('toString')).toThrow('names no secret "toString"')
})

test('secrets are read from files too, and listed for the redactor', () => {
  const directory = mkdtempSync(join(tmpdir(), 'paddock-secret-'))
  writeFileSync(join(directory, 'key'), 'from-a-file\n')
  const secrets = { ...config.secrets, FILE: { file: join(directory, 'key') } }
  expect(secretValues({ secrets }, daemon)).toEqual(['the-secret', 'the-secret', 'from-a-file'])
  rmSync(directory, { recursive: true })
})

test('executables are found as the system would', () => {
  expect(findExecutable('sh', '/nowhere:/bin')).toBe('/bin/sh')
  expect(findExecutable('/bin/sh', '')).toBe('/bin/sh')
  expect(findExecutable('no-such-program', '/bin')).toBe(null)
  expect(findExecutable('/etc/passwd', '')).toBe(null)
})
