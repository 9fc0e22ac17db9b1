// Proof that the tests of the queue can fail: each patch in mutations/ takes one guard away, in a copy of the tree, and
// the test that is named for it must go red, while it is green without. node scripts/check-mutations.ts [NAME…]
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '../testing/src/start-test-postgres.ts'
import { copyTree } from './mutations/copy-tree.ts'
import { type Mutation, readMutations, titleOf } from './mutations/read-mutation.ts'
import { runTests, type TestRun } from './mutations/run-tests.ts'

const root = realpathSync(join(import.meta.dirname, '..'))
const atOnce = 2
/** For one patch; a guard whose loss hangs its test is noticed by the test's own limit. */
const limitMs = 120_000
const baselineLimitMs = 300_000
/** A race may go well by luck. */
const raceAttempts = 3

interface Verdict {
  isGood: boolean
  text: string
}

const wanted = process.argv.slice(2)
const mutations = readMutations(join(root, 'mutations')).filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
)
const postgres = await startTestPostgres()
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'paddock-mutations-')))
const verdicts = new Map<string, Verdict>()
let green: TestRun = { results: [], problem: 'not run' }
try {
  const jobs: ((copy: string) => Promise<void>)[] = [
    async (copy) => {
      green = await runBaseline(copy)
    },
    ...mutations.map((mutation) => async (copy: string) => {
      const verdict = await judge(copy, mutation)
      verdicts.set(mutation.name, verdict)
      console.log(`${verdict.isGood ? 'red ' : 'FAIL'}  ${mutation.name.padEnd(44)} ${verdict.text}`)
    }),
  ]
  await Promise.all(Array.from({ length: atOnce }, (_, slot) => work(join(scratch, `copy-${slot}`), jobs)))
} finally {
  await postgres.stop()
  rmSync(scratch, { recursive: true, force: true })
}

if (green.problem !== null) console.log(`without a patch: ${green.problem}`)
let passed = 0
for (const mutation of mutations) {
  const said = redWithout(mutation)
  if (said !== null) console.log(`FAIL  ${mutation.name}: its test is not green without the patch: ${said}`)
  else if (verdicts.get(mutation.name)?.isGood) passed += 1
}
const failed = mutations.length - passed
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(join(root, 'test-results', 'mutations.json'), JSON.stringify({ passed, failed, skipped: 0 }))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && mutations.length > 0 ? 0 : 1

/** Takes jobs until there are none, all in one copy: each leaves it as it was. */
async function work(copy: string, jobs: ((copy: string) => Promise<void>)[]): Promise<void> {
  copyTree(root, copy)
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job(copy)
}

function runBaseline(copy: string): Promise<TestRun> {
  const files = [...new Set(mutations.map(({ testFile }) => testFile))]
  const title = `(${[...new Set(mutations.map(titleOf))].join('|')})`
  return runTests(copy, { files, title, bail: 0, postgresUrl: postgres.adminUrl, limitMs: baselineLimitMs })
}

/** Null: the test of a mutation is green as long as nothing is taken away; else what it said. */
function redWithout({ testFile, ...mutation }: Mutation): string | null {
  const own = green.results.filter(({ file, title }) => file === testFile && title.includes(titleOf(mutation)))
  if (own.length === 0) return 'it did not run'
  return own.find(({ status }) => status !== 'passed')?.said ?? null
}

async function judge(copy: string, mutation: Mutation): Promise<Verdict> {
  const patch = (...flags: string[]) =>
    execFileSync('git', ['apply', '--whitespace=nowarn', ...flags, mutation.path], { cwd: copy, stdio: 'pipe' })
  try {
    patch()
  } catch (error) {
    const { stderr } = error as { stderr: Buffer }
    return { isGood: false, text: `does not apply any more: ${String(stderr).trim().split('\n')[0]}` }
  }
  try {
    for (let left = mutation.line === 'race' ? raceAttempts : 1; ; left -= 1) {
      const request = { files: [mutation.testFile], title: titleOf(mutation), bail: 1, limitMs }
      const verdict = verdictOf(mutation, await runTests(copy, { ...request, postgresUrl: postgres.adminUrl }))
      if (verdict.isGood || left === 1) return verdict
    }
  } finally {
    patch('--reverse')
  }
}

function verdictOf({ says, ...mutation }: Mutation, { results, problem }: TestRun): Verdict {
  if (problem !== null) return { isGood: false, text: problem }
  const ran = results.filter(({ status }) => status !== 'skipped')
  if (ran.length === 0) return { isGood: false, text: `no test is named "${titleOf(mutation)}"` }
  const red = ran.find(({ status, said }) => status === 'failed' && (says === null || said.includes(says)))
  if (red !== undefined) return { isGood: true, text: red.said.slice(0, 100) }
  const other = ran.find(({ status }) => status === 'failed')
  return {
    isGood: false,
    text: other ? `red for another reason: ${other.said.slice(0, 100)}` : 'its test stays green',
  }
}
