import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newDirectory } from './fixtures/run-cli.ts'
import { verifyWorkspace } from './runner/verify-workspace.ts'
import type { TaskFile } from './task.ts'

const broken: TaskFile = {
  path: 'src/a.ts',
  input: "export const f = (a: number) => ({ a, b: 'x' + a })\n",
  expected: "export const f = (a: number) => ({ a, b: 'x' - a })\n",
}
const sibling: TaskFile = { path: 'src/b.ts', input: 'export const b = 1\n' }
let directory: string

beforeEach(() => {
  directory = newDirectory()
  mkdirSync(join(directory, 'src'))
  put(broken.path, broken.expected ?? '')
  put(sibling.path, sibling.input)
})

function put(path: string, text: string): void {
  writeFileSync(join(directory, path), text)
}
const verify = () => verifyWorkspace(directory, [broken, sibling])

test.each([
  ['as expected', broken.expected ?? ''],
  ['with other quotes, semicolons and line ends', 'export const f = (a: number) => ({ a, b: "x" - a });\r\n'],
  ['with an object over several lines', "export const f = (a: number) => ({\n    a,\n    b: 'x' - a,\n})\n"],
])('%s it matches', async (_, text) => {
  put(broken.path, text)
  expect(await verify()).toMatchObject({ matches: true, edited: true, mismatches: [], problem: null })
})

test.each([
  ['left alone', broken.input, { path: broken.path, reason: 'differs' }],
  ['with a comment', `${broken.expected}// fixed\n`, { path: broken.path, reason: 'differs' }],
  ['no TypeScript any more', 'export const f = (', { path: broken.path, reason: 'syntax' }],
])('%s it does not match', async (_, text, mismatch) => {
  put(broken.path, text)
  expect((await verify()).mismatches).toEqual([mismatch])
})

test('another file that changed, is gone, or was added is a mismatch', async () => {
  put(sibling.path, 'export const b = 2\n')
  put('src/c.ts', '')
  expect((await verify()).mismatches).toEqual([
    { path: 'src/b.ts', reason: 'differs' },
    { path: 'src/c.ts', reason: 'extra' },
  ])
  rmSync(join(directory, 'src/b.ts'))
  expect((await verify()).mismatches[0]).toEqual({ path: 'src/b.ts', reason: 'missing' })
})

test('what an agent keeps in hidden folders does not count', async () => {
  mkdirSync(join(directory, '.claude'))
  put('.claude/settings.json', '{}')
  expect(await verify()).toMatchObject({ matches: true })
})

test('a link in place of a file is not followed', async () => {
  rmSync(join(directory, broken.path))
  put('.answer.ts', broken.expected ?? '')
  symlinkSync(join(directory, '.answer.ts'), join(directory, broken.path))
  expect((await verify()).mismatches).toEqual([{ path: broken.path, reason: 'missing' }])
})

test('nothing edited is told from a wrong edit', async () => {
  put(broken.path, broken.input)
  expect((await verify()).edited).toBe(false)
  put(broken.path, `${broken.input}\n`)
  expect((await verify()).edited).toBe(true)
})
