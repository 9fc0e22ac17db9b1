import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Deleted, deleteRun, listArtifacts, type RunRow } from '@paddock/db'
import { expect, test } from 'vitest'
import { insteadOfEdit, isTerminal, readIfThere, waitUntil } from '../testing/test-host.ts'
import { useHost } from '../testing/use-host.ts'
import { leavingPath } from './take-away.ts'

const t = useHost()
const jobs = (...names: string[]) => join(t.host.directory, 'jobs', ...names)
const records = (runId: string) =>
  readdirSync(join(t.host.directory, 'state', 'runs')).filter((name) => name.startsWith(`${runId}.`))
const said = (text: string) => t.host.lines.some((line) => line.includes(text))

async function ended(name?: string): Promise<RunRow> {
  const { id } = await t.queue.launch(name === undefined ? {} : { name })
  const run = await t.queue.until(id, isTerminal)
  await waitUntil(() =>
    records(id).some((record) => existsSync(join(t.host.directory, 'state', 'runs', record, 'closed.json'))),
  )
  return run
}

async function removed(runId: string): Promise<Deleted['kind'] | undefined> {
  return (await deleteRun(t.queue.db, { runId }))?.kind
}

test('a deleted run loses its directory, its records and its blobs; what others have stays', async () => {
  await t.start({ limits: { blobGraceMs: 500, blobSweepEveryMs: 300 } })
  const [run, other] = [await ended(), await ended()]
  const blobs = async (id: string) => (await listArtifacts(t.queue.db, { runId: id })).map(({ sha256 }) => sha256)
  const [own, kept] = [await blobs(run.id), await blobs(other.id)]
  expect(existsSync(jobs(run.name))).toBe(true)
  expect(own.length).toBeGreaterThan(0)
  expect(await removed(run.id)).toBe('deleted')
  await waitUntil(() => !existsSync(jobs(run.name)) && records(run.id).length === 0)
  const isStored = (sha256: string) => existsSync(join(t.host.directory, 'blobs', sha256.slice(0, 2), `${sha256}.zst`))
  const onlyOwn = own.filter((sha256) => !kept.includes(sha256))
  await waitUntil(() => !onlyOwn.some(isStored))
  expect(kept.every(isStored)).toBe(true)
  expect(existsSync(jobs(other.name))).toBe(true)
  expect(records(other.id)).toHaveLength(1)
  expect(readdirSync(jobs()).filter((name) => name.startsWith('.paddock-removing'))).toEqual([])
})

test('a run deleted while its host was away is removed at the next start, also where a crash came in between', async () => {
  const daemon = await t.start()
  const [run, half] = [await ended(), await ended()]
  await daemon.stop()
  for (const { id } of [run, half]) expect(await removed(id)).toBe('deleted')
  renameSync(jobs(half.name), leavingPath(jobs(half.name), half.id))
  await t.start()
  await waitUntil(() => !existsSync(jobs(run.name)) && records(half.id).length === 0)
  expect(readdirSync(jobs())).toEqual([])
})

test('case 29: nothing is removed through a link, nor outside of the jobs directory', async () => {
  const daemon = await t.start()
  const [linked, elsewhere, inner] = [await ended(), await ended(), await ended()]
  await daemon.stop()
  const outside = join(t.host.directory, 'outside')
  renameSync(jobs(linked.name), outside)
  symlinkSync(outside, jobs(linked.name))
  const precious = join(t.host.directory, 'precious')
  mkdirSync(precious)
  writeFileSync(join(precious, 'file'), 'keep')
  symlinkSync(precious, jobs(inner.name, 'way-out'))
  await t.queue.db.execute(`update run set directory = '${precious}' where id = '${elsewhere.id}'`)
  for (const { id } of [linked, elsewhere, inner]) expect(await removed(id)).toBe('deleted')
  await t.start()
  await waitUntil(() => [linked, elsewhere, inner].every(({ id }) => records(id).length === 0))
  expect(readdirSync(outside).length).toBeGreaterThan(0)
  expect(existsSync(jobs(inner.name))).toBe(false)
  expect(readFileSync(join(precious, 'file'), 'utf8')).toBe('keep')
  expect(said('it is no directory of ours')).toBe(true)
  expect(said('it is not in the jobs directory of this runner')).toBe(true)
})

test('a new run of the same name begins in an empty directory, and keeps it', async () => {
  const daemon = await t.start()
  const old = await ended('again')
  await daemon.stop()
  writeFileSync(jobs('again', 'left-by-the-first'), '')
  expect(await removed(old.id)).toBe('deleted')
  const { id } = await t.queue.launch({ name: 'again' })
  await t.start({ limits: { sweepEveryMs: 3_600_000 } })
  await t.queue.until(id, isTerminal)
  expect(readdirSync(jobs('again'))).not.toContain('left-by-the-first')
  expect(readdirSync(jobs('again')).length).toBeGreaterThan(0)
})

test('case 29: a sweep leaves a directory alone that a run of the same name uses by now', async () => {
  const daemon = await t.start()
  const old = await ended('again')
  await daemon.stop()
  expect(await removed(old.id)).toBe('deleted')
  // Gone by hand, so that nothing is in the way of the new one.
  renameSync(jobs('again'), join(t.host.directory, 'aside'))
  t.host.writeConfig(insteadOfEdit('silent.sh'))
  const { id } = await t.queue.launch({ name: 'again' })
  await t.start()
  await t.queue.until(id, ({ status }) => status === 'running')
  mkdirSync(jobs('again'), { recursive: true })
  writeFileSync(jobs('again', 'of-the-second'), 'kept')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(readIfThere(jobs('again', 'of-the-second'))).toBe('kept')
})
