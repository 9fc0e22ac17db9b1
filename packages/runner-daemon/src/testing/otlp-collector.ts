import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Attribute {
  key: string
  value: { stringValue?: string }
}

interface Point {
  attributes: Attribute[]
  asDouble?: number
  asInt?: number
  count?: number
}

interface Metric {
  name: string
  sum?: { dataPoints: Point[] }
  gauge?: { dataPoints: Point[] }
  histogram?: { dataPoints: Point[] }
}

interface Export {
  resourceMetrics: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: Metric[] }[] }[]
}

export interface OtlpCollector {
  url: string
  received: { path: string | undefined; headers: IncomingHttpHeaders; body: Export }[]
  /** Name and attributes → value (a histogram's is its count), of what came last. */
  figures(): Record<string, number | undefined>
  /** Attributes of who sent last. */
  sender(): Record<string, string | undefined>
  answerWith(status: number): void
  stop(): Promise<void>
  /** On the same port. */
  startAgain(): Promise<void>
}

/** Takes OTLP over HTTP in its JSON form. Format: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
export async function otlpCollector(): Promise<OtlpCollector> {
  const received: OtlpCollector['received'] = []
  let status = 200
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      received.push({ path: request.url, headers: request.headers, body: body as Export })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  async function listenOn(port: number): Promise<number> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listenOn(0)
  const last = () => received.at(-1)?.body.resourceMetrics ?? []
  return {
    url: `http://127.0.0.1:${port}/v1/metrics`,
    received,
    figures: () =>
      Object.fromEntries(
        last()
          .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
          .flatMap(pointsOf),
      ),
    sender: () =>
      Object.fromEntries(
        last().flatMap(({ resource }) => resource.attributes.map(({ key, value }) => [key, value.stringValue])),
      ),
    answerWith(next) {
      status = next
    },
    async stop() {
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async startAgain() {
      await listenOn(port)
    },
  }
}

function pointsOf({ name, sum, gauge, histogram }: Metric): [string, number | undefined][] {
  const { dataPoints } = sum ?? gauge ?? histogram ?? { dataPoints: [] }
  return dataPoints.map(({ attributes, asDouble, asInt, count }) => [
    `${name}${attributes.map(({ key, value }) => `{${key}=${value.stringValue}}`).join('')}`,
    asDouble ?? asInt ?? count,
  ])
}
