import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileBlobStore } from './file-blob-store.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paddock-blobs-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('content comes back as it went in, and is named by its hash', async () => {
  const store = fileBlobStore(directory)
  const blob = await store.put(pieces('one ', 'two ', 'x'.repeat(100_000)))
  const whole = `one two ${'x'.repeat(100_000)}`
  expect(blob).toMatchObject({ size: whole.length, sha256: createHash('sha256').update(whole).digest('hex') })
  expect(blob.storedSize).toBeLessThan(1_000)
  const stream = await store.open(blob.sha256)
  expect(stream && (await buffer(stream)).toString()).toBe(whole)
})

test('the same content is stored once, by writers at the same time too', async () => {
  const store = fileBlobStore(directory)
  const blobs = await Promise.all(Array.from({ length: 8 }, () => store.put(pieces('same'))))
  expect(new Set(blobs.map((blob) => blob.sha256)).size).toBe(1)
  expect(await readdir(join(directory, 'arriving'))).toEqual([])
})

test('empty content is content', async () => {
  const store = fileBlobStore(directory)
  const { sha256 } = await store.put(pieces())
  const stream = await store.open(sha256)
  expect(stream && (await buffer(stream)).length).toBe(0)
})

test('content that breaks off leaves nothing behind', async () => {
  const store = fileBlobStore(directory)
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('the source broke')
  }
  await expect(store.put(broken())).rejects.toThrow('the source broke')
  expect(await readdir(join(directory, 'arriving'))).toEqual([])
})

test('an unknown hash is null, and a path instead of a hash is refused', async () => {
  const store = fileBlobStore(directory)
  expect(await store.open('0'.repeat(64))).toBe(null)
  await expect(store.open('../../etc/passwd')).rejects.toThrow('64 hexadecimal digits')
})

test('blobs are private', async () => {
  const { sha256 } = await fileBlobStore(directory).put(pieces('secret'))
  expect((await stat(join(directory, sha256.slice(0, 2), `${sha256}.zst`))).mode & 0o777).toBe(0o600)
})

test('content is removed, and stays when it was stored again since', async () => {
  const store = fileBlobStore(directory)
  const { sha256 } = await store.put(pieces('old'))
  await store.remove(sha256, Date.now() - 60_000)
  expect(await store.open(sha256)).not.toBe(null)
  await store.remove(sha256, Date.now() + 60_000)
  expect(await store.open(sha256)).toBe(null)
  await store.remove(sha256, Date.now() + 60_000)
  await store.put(pieces('old'))
  expect(await store.open(sha256)).not.toBe(null)
  expect(await readdir(join(directory, 'arriving'))).toEqual([])
})
