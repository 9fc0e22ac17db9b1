// `npm test`: everything a change must pass, one closing line. `npm run test:heavy`: what CI adds.
// The counts of both land in test-results/, so that CI can close with one line over all of them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
mkdirSync(results, { recursive: true })

const suites = {
  quick: [
    check('format', 'biome', ['ci', '.', '--max-diagnostics=20']),
    check('lint', 'oxlint', ['--type-aware', '--quiet']),
    check('types', 'turbo', ['run', 'typecheck', '--output-logs=errors-only']),
    check('unused exports and dependencies', 'knip', ['--no-config-hints']),
    vitest('quick'),
    check('build', 'node', ['scripts/build.ts']),
    check('chromium', 'node', ['scripts/install-chromium.ts']),
    playwright(),
  ],
  heavy: [
    check('harbor', 'node', ['scripts/install-harbor.mjs']),
    check('slurm', 'node', ['scripts/install-slurm.mjs']),
    vitest('heavy'),
    mutations(),
  ],
}

function exec(command: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function check(name: string, command: string, args: string[]) {
  return () => {
    console.log(`\n── ${name}`)
    return exec(command, args) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  }
}

function vitest(project: 'quick' | 'heavy') {
  return () => {
    console.log(`\n── tests (${project})`)
    const file = join(results, `vitest-${project}.json`)
    rmSync(file, { force: true })
    const ok = exec('vitest', [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ])
    const report = read(file)
    const failed = report?.numFailedTests ?? 0
    return {
      passed: report?.numPassedTests ?? 0,
      // A file that does not load, or an unhandled error, has no failed test of its own.
      failed: ok ? failed : Math.max(1, failed),
      skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    }
  }
}

function mutations() {
  return () => {
    console.log('\n── guards of the queue, taken away one by one')
    const file = join(results, 'mutations.json')
    rmSync(file, { force: true })
    const ok = exec('node', ['scripts/check-mutations.ts'])
    return (read(file) as Counts | undefined) ?? { passed: 0, failed: ok ? 0 : 1, skipped: 0 }
  }
}

function playwright() {
  return () => {
    console.log('\n── browser')
    const file = join(results, 'playwright.json')
    rmSync(file, { force: true })
    const ok = exec(
      'pnpm',
      [
        '--filter',
        '@paddock/web',
        'exec',
        'playwright',
        'test',
        '--config',
        'e2e/playwright.config.ts',
        '--reporter=list,json',
      ],
      {
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      },
    )
    const stats = read(file)?.stats
    const failed = stats?.unexpected ?? 0
    return {
      passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
      failed: ok ? failed : Math.max(1, failed),
      skipped: stats?.skipped ?? 0,
    }
  }
}

function read(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

const suite = (process.argv[2] ?? 'quick') as keyof typeof suites
if (!suites[suite]) {
  console.error(`There is no suite "${suite}": use one of ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const run of suites[suite]) {
  const counts = run()
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}
writeFileSync(join(results, `${suite}.json`), JSON.stringify(total))
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 ? 0 : 1)
