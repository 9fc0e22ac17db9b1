import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openConfigFile } from '../config/config-file.ts'
import { openLog } from '../log/open-log.ts'
import { logRedactor } from './log-redactor.ts'

test('a secret that a live edit added stood in the log, whose redactor was made once at boot', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'paddock-log-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const path = join(directory, 'runner.yaml')
  const base = 'name: host\nstateDir: state\njobsDir: jobs\nblobDir: blobs\n'
  const variables = { FIRST: 'sk-first-111111', SECOND: 'sk-second-222222' }
  writeFileSync(path, `${base}secrets:\n  ONE: { env: FIRST }\n`)
  const configFile = await openConfigFile(path)
  const lines: string[] = []
  const redactor = logRedactor(configFile.current, { variables, own: ['database-password'] })
  const log = await openLog('info', redactor, [(line) => lines.push(line)])
  log.info({}, `${variables.FIRST} at boot`)
  writeFileSync(path, `${base}secrets:\n  TWO: { env: SECOND }\n`)
  expect(await configFile.reread()).toMatchObject({ kind: 'changed' })
  log.error({ error: variables.SECOND }, `not started with ${variables.FIRST}, database-password`)
  expect(lines.map((line) => line.match(/\[redacted\]/g)?.length)).toEqual([1, 3])
  expect(lines.join('')).not.toMatch(/sk-|password/)
})
