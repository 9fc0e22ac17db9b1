import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface TestResult {
  title: string
  file: string
  status: 'passed' | 'failed' | 'skipped'
  /** First line of each of its failures. */
  said: string
}

export interface TestRun {
  results: TestResult[]
  /** Why there are no results; null: there are. */
  problem: string | null
}

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { title: string; status: string; failureMessages: string[] }[]
  }[]
}

export interface TestRequest {
  files: string[]
  /** What the title has to match. */
  title: string
  /** Failures after which the rest is left out; 0: none is. */
  bail: number
  postgresUrl: string
  limitMs: number
}

/** Runs tests in a copy of the tree; ends vitest after `limitMs`. */
export async function runTests(
  copy: string,
  { files, title, bail, postgresUrl, limitMs }: TestRequest,
): Promise<TestRun> {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const words = ['run', '--project', 'quick', '--project', 'heavy', '--reporter=json', `--outputFile=${report}`]
  const vitest = spawn(
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), ...words, `--bail=${bail}`, '-t', title, ...files],
    {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PADDOCK_TEST_POSTGRES: postgresUrl },
    },
  )
  let errors = ''
  vitest.stderr.on('data', (bytes) => {
    errors = (errors + String(bytes)).slice(-2_000)
  })
  const limit = setTimeout(() => vitest.kill('SIGKILL'), limitMs)
  await once(vitest, 'exit')
  clearTimeout(limit)
  if (vitest.signalCode !== null) return { results: [], problem: `not done within ${limitMs / 1_000} s` }
  if (!existsSync(report)) return { results: [], problem: `vitest left no report: ${errors.trim().slice(-300)}` }
  return readReport(copy, JSON.parse(readFileSync(report, 'utf8')) as Report)
}

function readReport(copy: string, { testResults }: Report): TestRun {
  const results = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(
      ({ title, status, failureMessages }): TestResult => ({
        title,
        file: name.slice(copy.length + 1),
        status: status === 'passed' || status === 'failed' ? status : 'skipped',
        said: failureMessages.map((message) => message.split('\n')[0]).join(' · '),
      }),
    ),
  )
  const unloaded = testResults.find(({ assertionResults }) => assertionResults.length === 0)
  return { results, problem: unloaded ? `${unloaded.name} did not load: ${unloaded.message.slice(0, 300)}` : null }
}
