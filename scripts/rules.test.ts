import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Each rule of the house is broken on purpose in a house of the same plan; a rule that cannot turn red is none. */
const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
let house: string

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'paddock-rules-'))
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
  for (const file of ['oxlint.config.ts', 'biome.json', 'tsconfig.base.json', 'package.json'])
    cpSync(join(root, file), join(house, file))
})
afterEach(() => rmSync(house, { recursive: true }))

function write(path: string, source: string) {
  mkdirSync(dirname(join(house, path)), { recursive: true })
  writeFileSync(join(house, path), source)
}

function run(tool: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(join(bin, tool), args, { cwd: house, encoding: 'utf8', timeout: 20_000 })
  return { status, output: stdout + stderr }
}

const lint = () => run('oxlint', ['packages'])

const allowed = `import { newId } from '@paddock/domain'\n\nexport const id = newId\n`

test('a house that keeps the rules is green', () => {
  write('packages/db/src/a.ts', allowed)
  expect(lint()).toMatchObject({ status: 0 })
})

test.each([
  [
    'a package above',
    'packages/domain/src/a.ts',
    "import { claimRuns } from '@paddock/db'\n\nexport const x = claimRuns\n",
  ],
  [
    'a subpath that is not its door',
    'packages/api/src/a.ts',
    "import { scanners } from '@paddock/benchmarks/scan'\n\nexport const x = scanners\n",
  ],
  [
    'another package’s inside',
    'packages/api/src/a.ts',
    "import { run } from '../../db/src/schema/run.ts'\n\nexport const x = run\n",
  ],
  [
    'the server, at run time, from the client',
    'packages/client/src/a.ts',
    "import { appRouter } from '@paddock/api'\n\nexport const x = appRouter\n",
  ],
  [
    'the database library outside db',
    'packages/api/src/a.ts',
    "import postgres from 'postgres'\n\nexport const x = postgres\n",
  ],
  [
    'I/O in domain',
    'packages/domain/src/a.ts',
    "import { readFileSync } from 'node:fs'\n\nexport const x = readFileSync\n",
  ],
])('an import of %s turns the lint red', (_what, path, source) => {
  write(path, source)
  const { status, output } = lint()
  expect(output).toContain('no-restricted-imports')
  expect(status).toBe(1)
})

test('the client may take the server’s types', () => {
  write('packages/client/src/a.ts', "import type { AppRouter } from '@paddock/api'\n\nexport type Router = AppRouter\n")
  expect(lint()).toMatchObject({ status: 0 })
})

test('a cycle turns the lint red', () => {
  write('packages/db/src/a.ts', "import { b } from './b.ts'\n\nexport const a = () => b\n")
  write('packages/db/src/b.ts', "import { a } from './a.ts'\n\nexport const b = () => a\n")
  const { status, output } = lint()
  expect(output).toContain('no-cycle')
  expect(status).toBe(1)
})

test('process.env outside env.ts turns the lint red', () => {
  const source = 'export const port = process.env.PORT\n'
  write('packages/api/src/env.ts', source)
  expect(lint()).toMatchObject({ status: 0 })
  write('packages/api/src/port.ts', source)
  expect(lint().output).toContain('no-process-env')
})

test('export * turns the format check red', () => {
  write('packages/db/src/a.ts', allowed)
  write('packages/db/src/index.ts', "export * from './a.ts'\n")
  run('git', ['init'])
  const { status, output } = run('biome', ['ci', '--vcs-enabled=false', 'packages'])
  expect(output).toContain('noReExportAll')
  expect(status).toBe(1)
})
