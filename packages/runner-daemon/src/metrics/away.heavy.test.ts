import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { type OtlpCollector, otlpCollector } from '../testing/otlp-collector.ts'
import { tcpProxy } from '../testing/tcp-proxy.ts'
import { waitUntil } from '../testing/test-host.ts'
import { useHost } from '../testing/use-host.ts'

const t = useHost()
let collector: OtlpCollector
beforeEach(async () => {
  collector = await otlpCollector()
})
afterEach(() => collector.stop())

const otlp = (every = '200ms') => `otlp:\n  url: ${collector.url}\n  every: ${every}\n`

test('a collector that is away, or refuses, is said once and harms nothing; it is said when it is back', async () => {
  t.host.writeConfig(otlp())
  await collector.stop()
  await t.start()
  const said = (text: string) => t.host.lines.filter((line) => line.includes(text)).length
  await waitUntil(() => said('metrics were not taken') === 1)
  const { id } = await t.queue.launch({ tasks: 1 })
  expect(await t.queue.until(id, (run) => run.finishedAt !== null)).toMatchObject({ status: 'succeeded' })
  collector.answerWith(403)
  await collector.startAgain()
  await waitUntil(() => collector.received.length >= 3)
  expect([said('metrics were not taken'), said('takes metrics again')]).toEqual([1, 0])
  collector.answerWith(200)
  await waitUntil(() => said('takes metrics again') === 1)
  expect(collector.figures()['paddock.runner.claims']).toBe(1)
})

test('while the database is away the figures of the installation are missing, and those of the runner go on', async () => {
  const proxy = await tcpProxy(t.database.url)
  try {
    const port = await freePort()
    const scraped = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    t.host.writeConfig(`${otlp()}metricsPort: ${port}\n`)
    await t.start({ databaseUrl: proxy.url })
    await waitUntil(() => collector.figures()['paddock.lost_runs'] === 0)
    proxy.cut()
    await waitUntil(() => !('paddock.lost_runs' in collector.figures()))
    expect(Object.keys(collector.figures()).filter((name) => name.startsWith('paddock.queue'))).toEqual([])
    expect(await scraped()).not.toMatch(/^paddock_(queue|lost)/m)
    expect(await scraped()).toMatch(/^paddock_runner_beat_age_seconds \d/m)
    const before = collector.figures()['paddock.runner.beat_age_seconds'] ?? Number.NaN
    await waitUntil(() => (collector.figures()['paddock.runner.beat_age_seconds'] ?? 0) > before)
    proxy.restore()
    await waitUntil(() => collector.figures()['paddock.lost_runs'] === 0)
    expect(await scraped()).toMatch(/^paddock_lost_runs 0$/m)
  } finally {
    proxy.restore()
    await proxy.close()
  }
})
