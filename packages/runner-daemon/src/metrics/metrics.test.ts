import { expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { insteadOfEdit, isTerminal, waitUntil } from '../testing/test-host.ts'
import { useHost } from '../testing/use-host.ts'

const t = useHost()

/** Name and labels → value. */
async function scrape(port: number): Promise<Record<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(response.headers.get('content-type')).toContain('text/plain')
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('a scrape tells the queue by reason, waits, claims, starts, weight, losses, beats and lag', async () => {
  const port = await freePort()
  t.host.writeConfig(`metricsPort: ${port}\ncapacity: 1\n${insteadOfEdit('silent.sh')}`)
  await t.queue.launch({}, { requires: ['benchmark:edit', 'gpu'] })
  await t.start()
  const { id } = await t.queue.launch()
  await t.queue.until(id, ({ status }) => status === 'running')
  await t.queue.launch()
  const figures = await scrape(port)
  expect(figures).toMatchObject({
    'paddock_queue_runs{reason="label"}': 1,
    'paddock_queue_runs{reason="capacity"}': 1,
    'paddock_queue_runs{reason="workspace"}': 0,
    'paddock_queue_runs{reason="cap"}': 0,
    'paddock_queue_runs{reason="paused"}': 0,
    'paddock_queue_runs{reason="none"}': 0,
    paddock_lost_runs: 0,
    paddock_held_snapshot_seconds: expect.any(Number),
    paddock_runner_claims_total: 1,
    paddock_runner_queue_wait_seconds_count: 1,
    paddock_runner_start_seconds_count: 1,
    paddock_runner_start_failures_total: 0,
    paddock_runner_claim_failures_total: 0,
    paddock_runner_beat_failures_total: 0,
    paddock_runner_capacity_units: 1,
    paddock_runner_active_units: 1,
    'paddock_runner_runs{stage="running"}': 1,
  })
  for (const name of ['paddock_queue_oldest_seconds', 'paddock_runner_beat_age_seconds']) {
    expect(figures[name], name).toBeGreaterThan(0)
  }
  expect(figures.paddock_runner_beats_late_total).toBeGreaterThanOrEqual(0)
  expect(figures.paddock_runner_ingest_lag_seconds).toBeLessThan(10)
  expect(figures.paddock_runner_queue_wait_seconds_sum).toBeGreaterThan(0)
})

test('results that cannot be stored show as a lag that grows', async () => {
  const port = await freePort()
  t.host.writeConfig(`metricsPort: ${port}\n`)
  await t.start()
  // A lock that the writer of results waits for, as for a database that is too slow.
  const { db } = t.queue
  await db.transaction(async (tx) => {
    await tx.execute('lock table trial in access exclusive mode')
    const { id } = await t.queue.launch({ tasks: 1 })
    await waitUntil(async () => ((await scrape(port)).paddock_runner_ingest_lag_seconds ?? 0) > 2)
    expect(await t.queue.run(id)).toMatchObject({ finishedAt: null })
  })
  await waitUntil(async () => (await scrape(port)).paddock_runner_ended_total === 1)
  expect((await scrape(port)).paddock_runner_ingest_lag_seconds).toBe(0)
})

test('what is served names no run, no person and no secret, and nothing else is served', async () => {
  const port = await freePort()
  t.host.writeConfig(`metricsPort: ${port}\n`)
  await t.start()
  const { id, name } = await t.queue.launch({ tasks: 1 })
  await t.queue.until(id, isTerminal)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const word of [id, name, t.queue.teamId, 'postgres']) expect(text).not.toContain(word)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
})
