import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostPaths, type PathFacts, workspaceKey } from './workspace-key.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'paddock-workspace-')))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

test('case 28: every way to a workspace gives its one key: links, dots, a trailing slash', async () => {
  mkdirSync(join(base, 'repo', 'inner'), { recursive: true })
  symlinkSync(join(base, 'repo'), join(base, 'link'))
  symlinkSync('link', join(base, 'link-to-link'))
  const key = await workspaceKey('h1', join(base, 'repo'))
  expect(key).toBe(`h1:${base}/repo`)
  for (const way of ['link', 'link-to-link', 'repo/', 'repo/inner/..', './repo']) {
    expect(await workspaceKey('h1', `${base}/${way}`)).toBe(key)
  }
  expect(await workspaceKey('h1', join(base, 'link', 'inner'))).toBe(`${key}/inner`)
  expect(await workspaceKey('h2', join(base, 'repo'))).not.toBe(key)
})

/** The host's files, with the directories below `mount` seen through a file system that takes names in any case. */
function foldingBelow(mount: string): PathFacts {
  const stored = (path: string) => (path.startsWith(mount) ? mount + path.slice(mount.length).toLowerCase() : path)
  return {
    realPath: async (path) => {
      await hostPaths.realPath(stored(path))
      return path
    },
    identity: (path) => hostPaths.identity(stored(path)),
  }
}

test('case 28: a case variant is the same workspace where the file system folds, and only there', async () => {
  mkdirSync(join(base, 'Disk', 'grün', 'repo'), { recursive: true })
  const paths = foldingBelow(join(base, 'Disk/'))
  const key = await workspaceKey('h1', join(base, 'Disk', 'grün', 'repo'), paths)
  expect(key).toBe(`h1:${base}/Disk/grün/repo`)
  for (const variant of ['GRÜN/Repo', 'Grün/REPO']) {
    expect(await workspaceKey('h1', join(base, 'Disk', variant), paths)).toBe(key)
  }
  // Here the case of a name says which directory it is, unless this test itself stands on a disk that folds.
  mkdirSync(join(base, 'one'))
  if ((await hostPaths.identity(join(base, 'ONE'))) !== null) return
  mkdirSync(join(base, 'ONE'))
  expect(await workspaceKey('h1', join(base, 'ONE'))).not.toBe(await workspaceKey('h1', join(base, 'one')))
})

test('a link whose name differs by case alone does not make a disk look as if it folded', async () => {
  mkdirSync(join(base, 'Repo'))
  if ((await hostPaths.identity(join(base, 'rEPO'))) !== null) return
  symlinkSync('Repo', join(base, 'rEPO'))
  expect(await workspaceKey('h1', join(base, 'rEPO'))).toBe(`h1:${base}/Repo`)
})

test('a workspace that is not there has no key', async () => {
  await expect(workspaceKey('h1', join(base, 'nowhere'))).rejects.toThrow('ENOENT')
})
