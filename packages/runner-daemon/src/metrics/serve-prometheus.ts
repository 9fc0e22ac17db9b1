import { once } from 'node:events'
import { createServer } from 'node:http'
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import type { ReadFigures } from './open-meter.ts'

/** Format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** Serves the figures on loopback as Prometheus text, and nothing else. */
export async function servePrometheus(port: number, read: ReadFigures): Promise<{ close(): Promise<void> }> {
  // Neither a prefix, times, labels of the resource, nor the lines about target and scope: the documented names alone.
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    read().then(
      (figures) => response.writeHead(200, { 'content-type': contentType }).end(serializer.serialize(figures)),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return {
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
