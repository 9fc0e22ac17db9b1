import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OtlpCollector, otlpCollector } from '../testing/otlp-collector.ts'
import { insteadOfEdit, waitUntil } from '../testing/test-host.ts'
import { useHost } from '../testing/use-host.ts'

const t = useHost()
let collector: OtlpCollector
beforeEach(async () => {
  collector = await otlpCollector()
})
afterEach(() => collector.stop())

const otlp = (every = '200ms') => `otlp:\n  url: ${collector.url}\n  every: ${every}\n`

test('a collector gets the same figures as Prometheus, and who sends them, and no name of anything else', async () => {
  t.host.writeConfig(
    `${otlp()}  headers: { Authorization: { env: COLLECTOR_TOKEN } }\ncapacity: 1\n${insteadOfEdit('silent.sh')}`,
  )
  await t.start({ environment: { PATH: '/usr/bin:/bin', COLLECTOR_TOKEN: 'Bearer sesame' } })
  const { id, name } = await t.queue.launch()
  await t.queue.until(id, (run) => run.status === 'running')
  await waitUntil(() => collector.figures()['paddock.runner.runs{stage=running}'] === 1)
  expect(collector.figures()).toMatchObject({
    'paddock.runner.claims': 1,
    'paddock.runner.start_failures': 0,
    'paddock.runner.queue_wait_seconds': 1,
    'paddock.runner.start_seconds': 1,
    'paddock.runner.active_units': 1,
    'paddock.runner.capacity_units': 1,
    'paddock.queue_runs{reason=label}': 0,
    'paddock.lost_runs': 0,
  })
  expect(collector.received[0]).toMatchObject({ path: '/v1/metrics', headers: { authorization: 'Bearer sesame' } })
  expect(collector.sender()).toEqual({
    'service.name': 'paddock-runner',
    'service.version': '0.0.0-test',
    'service.instance.id': 'host',
  })
  const sent = JSON.stringify(collector.received)
  for (const word of [id, name, t.queue.teamId, 'postgres']) expect(sent).not.toContain(word)
  expect(JSON.stringify(t.host.lines)).not.toContain('sesame')
})

test('without a cap the capacity is left out: JSON made null of infinity, which collectors refuse', async () => {
  t.host.writeConfig(`${otlp()}capacity: none\n`)
  await t.start()
  await waitUntil(() => collector.received.length > 0 && collector.figures()['paddock.runner.active_units'] === 0)
  expect(collector.figures()).not.toHaveProperty('paddock.runner.capacity_units')
  expect(JSON.stringify(collector.received)).not.toContain('null')
})

test('a daemon that stops sends its last figures', async () => {
  t.host.writeConfig(otlp('1h'))
  const daemon = await t.start()
  const { id } = await t.queue.launch({ tasks: 1 })
  await t.queue.until(id, (run) => run.finishedAt !== null)
  await daemon.stop()
  expect(collector.figures()).toMatchObject({ 'paddock.runner.claims': 1, 'paddock.runner.ended': 1 })
})
