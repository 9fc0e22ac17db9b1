import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileBlobStore } from '../file-blob-store.ts'
import { archiveFiles } from './archive-files.ts'

let base: string
let directory: string

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'paddock-archive-'))
  directory = join(base, 'trial')
  await mkdir(join(directory, 'agent'), { recursive: true })
  await writeFile(join(base, 'outside'), 'not yours')
  await writeFile(join(directory, 'agent', 'log.jsonl'), '{"a":1}\n')
  await writeFile(join(directory, 'odd'), Buffer.from([1, 0, 2]))
})
afterEach(() => rm(base, { recursive: true, force: true }))

const unchanged = (content: AsyncIterable<Uint8Array>) => content

test('files come with size, type and hash', async () => {
  const store = fileBlobStore(join(base, 'blobs'))
  const { files, refused } = await archiveFiles(store, {
    directory,
    paths: ['agent/log.jsonl', 'odd'],
    redact: unchanged,
  })
  expect(refused).toEqual([])
  expect(files).toMatchObject([
    { path: 'agent/log.jsonl', size: 8, mediaType: 'application/x-ndjson' },
    { path: 'odd', size: 3, mediaType: 'application/octet-stream' },
  ])
  const stream = await store.open(files[0]?.sha256 ?? '')
  expect(stream && (await text(stream))).toBe('{"a":1}\n')
})

test('what leads out of the directory, is not a file, or is gone, is refused with its reason', async () => {
  await symlink(join(base, 'outside'), join(directory, 'link'))
  await symlink(base, join(directory, 'up'))
  execFileSync('mkfifo', [join(directory, 'pipe')])
  const paths = ['../outside', '/etc/passwd', 'link', 'up/outside', 'pipe', 'agent', 'nowhere', 'a\0b']
  const { files, refused } = await archiveFiles(fileBlobStore(join(base, 'blobs')), {
    directory,
    paths,
    redact: unchanged,
  })
  expect(files).toEqual([])
  expect(refused.map(({ path }) => path)).toEqual(paths)
})

test('content is redacted before it is stored', async () => {
  const store = fileBlobStore(join(base, 'blobs'))
  async function* hidden() {
    yield Buffer.from('[redacted]')
  }
  const { files } = await archiveFiles(store, { directory, paths: ['agent/log.jsonl'], redact: hidden })
  expect(files).toMatchObject([{ size: 10 }])
})
