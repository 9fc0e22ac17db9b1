import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useHost } from '../testing/use-host.ts'
import { checkSnapshot } from './check-database.ts'
import { formatChecks, runDoctor } from './run-doctor.ts'

const t = useHost()
const environment = { PATH: '/usr/bin:/bin', GOOD: 'a-long-secret-value', SHORT: 'abc' }

test('a sound host passes, and no secret is shown', async () => {
  t.host.writeConfig('secrets:\n  GOOD: { env: GOOD }\n  SHORT: { env: SHORT }\n  NONE: { env: NOT_SET }\n')
  const checks = await runDoctor({ configPath: t.host.configPath, databaseUrl: t.database.url, environment })
  const result = (name: string) => checks.find((check) => check.name === name)?.result
  for (const name of [
    'database',
    'server version',
    'schema',
    'clock',
    'held snapshot',
    'configuration',
    'stateDir',
    'benchmark edit',
    'secret GOOD',
  ]) {
    expect(`${name} ${result(name)}`).toBe(`${name} ok`)
  }
  expect(result('secret SHORT')).toBe('warn')
  expect(result('secret NONE')).toBe('fail')
  expect(formatChecks(checks)).not.toContain('a-long-secret-value')
})

test('each fault is named with what to do', async () => {
  t.host.writeConfig('colour: red\n')
  const broken = await runDoctor({
    configPath: t.host.configPath,
    databaseUrl: 'postgres://127.0.0.1:1/none',
    environment,
  })
  expect(broken.filter(({ result }) => result === 'fail').map(({ name }) => name)).toEqual([
    'database',
    'configuration',
  ])
  expect(formatChecks(broken)).toContain('unknown key "colour"')
  t.host.writeConfig()
  mkdirSync(join(t.host.directory, 'state'))
  chmodSync(join(t.host.directory, 'state'), 0o755)
  const open = await runDoctor({ configPath: t.host.configPath, databaseUrl: null, environment })
  expect(open.find(({ name, result }) => name === 'stateDir' && result === 'fail')?.hint).toContain('chmod 700')
  expect(open.find(({ name }) => name === 'database')?.text).toBe('DATABASE_URL is not set')
})

test('case 50: a snapshot that is held for longer than ten minutes is a warning that says what to do', () => {
  expect(checkSnapshot(599)).toMatchObject({ result: 'ok' })
  expect(checkSnapshot(1_800)).toMatchObject({ result: 'warn', text: 'a transaction has been open for 30 min' })
})
