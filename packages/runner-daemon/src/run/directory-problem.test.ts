import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTerminal } from '../testing/test-host.ts'
import { useHost } from '../testing/use-host.ts'

const t = useHost()

test('a run does not begin in a directory of that name that is not its own: it would show another team’s results as its', async () => {
  await t.start()
  const theirs = await t.queue.until((await t.queue.launch({ tasks: 1 })).id, isTerminal)
  expect(theirs).toMatchObject({ status: 'succeeded', trialsPassed: 1 })
  const jobs = join(t.host.directory, 'jobs')
  const result = readFileSync(join(jobs, theirs.name, 'result.json'), 'utf8')
  mkdirSync(join(jobs, 'same-name'))
  writeFileSync(join(jobs, 'same-name', 'result.json'), result)

  const { id } = await t.queue.launch({ tasks: 1 }, { name: 'same-name' })
  const run = await t.queue.until(id, isTerminal)
  expect(run).toMatchObject({ status: 'failed', errorCode: 'DIRECTORY_TAKEN', trialsPassed: 0, directory: null })
  expect(run.errorMessage).toContain(join(jobs, 'same-name'))
  expect(readFileSync(join(jobs, 'same-name', 'result.json'), 'utf8')).toBe(result)
  expect(readdirSync(join(jobs, 'same-name'))).toEqual(['result.json'])
})
