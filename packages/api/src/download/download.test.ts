import { fileBlobStore } from '@paddock/artifacts'
import { recordArtifacts } from '@paddock/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDaemon, type TestDaemon } from '../fixtures/daemon.ts'
import { openApi, publicUrl, type TestApi } from '../fixtures/open-api.ts'
import { addKey, addOwner, addStranger, type Person } from '../fixtures/people.ts'
import { type SeededTeam, seedTeam } from '../fixtures/seed-team.ts'
import { downloadArtifact } from './download-artifact.ts'
import { downloadLog } from './download-log.ts'

let api: TestApi
let daemon: TestDaemon
let owner: Person
let seed: SeededTeam

const page = '<script>alert(1)</script>'
const name = 'out/päge “1”.html'

beforeAll(async () => {
  api = await openApi()
  owner = await addOwner(api)
  daemon = await openDaemon(api.databaseUrl)
  seed = await seedTeam(api, daemon, owner)
  const store = fileBlobStore(api.blobDir)
  const put = async (text: string) => store.put(chunks(text))
  const [html, log] = [await put(page), await put('whole log\n')]
  await recordArtifacts(daemon.connection.db, {
    runId: seed.run.id,
    epoch: seed.run.epoch,
    artifacts: [
      { trialId: seed.trialId, path: name, mediaType: 'text/html', ...html },
      { trialId: null, path: 'stdout.log', mediaType: 'text/plain', ...log },
      {
        trialId: seed.trialId,
        path: 'lost.txt',
        mediaType: 'text/plain',
        size: 1,
        storedSize: 1,
        sha256: '0'.repeat(64),
      },
    ],
  })
})
afterAll(async () => {
  await daemon.close()
  await api.close()
})

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

const request = (headers: Record<string, string>) => new Request(`${publicUrl}/download`, { headers })

test('a trial’s file comes as a download that no browser runs', async () => {
  const response = await downloadArtifact(api.services, request(owner.headers), { trialId: seed.trialId, path: name })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(page)
  const { headers } = response
  expect(headers.get('content-type')).toBe('application/octet-stream')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="p_ge _1_.html"; filename*=UTF-8''p%C3%A4ge%20%E2%80%9C1%E2%80%9D.html`,
  )
})

test('the whole log comes by key too', async () => {
  const key = await addKey(api, owner, 'viewer')
  const response = await downloadLog(api.services, request(key), { runId: seed.run.id, stream: 'stdout', epoch: null })
  expect(await response.text()).toBe('whole log\n')
  const other = await downloadLog(api.services, request(key), { runId: seed.run.id, stream: 'stderr', epoch: null })
  expect(other.status).toBe(404)
  const status = async (epoch: number) =>
    (await downloadLog(api.services, request(key), { runId: seed.run.id, stream: 'stdout', epoch })).status
  expect(await Promise.all([1, 2, 0, 1.5, Number.NaN, 2 ** 31].map(status))).toEqual([200, 404, 404, 404, 404, 404])
})

test('downloads obey the same rules as everything else', async () => {
  const stranger = await addStranger(api, owner)
  const expired = await addKey(api, owner, 'owner', new Date(Date.now() - 1_000))
  const artifact = { trialId: seed.trialId, path: name }
  const log = { runId: seed.run.id, stream: 'stdout', epoch: null } as const
  for (const headers of [{}, expired]) {
    expect((await downloadArtifact(api.services, request(headers), artifact)).status).toBe(401)
    expect((await downloadLog(api.services, request(headers), log)).status).toBe(401)
  }
  const theirs = await downloadArtifact(api.services, request(stranger.headers), artifact)
  const unknown = await downloadArtifact(api.services, request(stranger.headers), { ...artifact, trialId: 'tnone' })
  expect(theirs.status).toBe(404)
  expect(await theirs.json()).toEqual(await unknown.json())
  expect((await downloadLog(api.services, request(stranger.headers), log)).status).toBe(404)
  for (const path of ['../../etc/passwd', '/etc/passwd', 'a\0b', '\ud800', 'lost.txt', '']) {
    const response = await downloadArtifact(api.services, request(owner.headers), { trialId: seed.trialId, path })
    expect(response.status, JSON.stringify(path)).toBe(404)
  }
  expect(api.faults).toEqual([])
})
