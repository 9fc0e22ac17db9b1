import { createServer, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppRouter } from '../app-router.ts'
import { fetchHandler } from '../fetch-handler.ts'
import { openDaemon, type TestDaemon } from '../fixtures/daemon.ts'
import { openApi, type TestApi } from '../fixtures/open-api.ts'
import { addKey, addOwner } from '../fixtures/people.ts'
import { seedTeam } from '../fixtures/seed-team.ts'

let api: TestApi
let daemon: TestDaemon

beforeAll(async () => {
  api = await openApi()
  daemon = await openDaemon(api.databaseUrl)
})
afterAll(async () => {
  await daemon.close()
  await api.close()
})

/** The API behind a real socket, which can be cut as a dying process cuts it. */
async function listenOn(port: number): Promise<{ server: Server; port: number; cut: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    const headers = new Headers(incoming.headers as Record<string, string>)
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, { headers, signal: gone.signal })
    fetchHandler(api.services, request)
      .then((response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        Readable.fromWeb(response.body as never)
          .on('error', () => outgoing.destroy())
          .pipe(outgoing)
      })
      .catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { server, port: address.port, cut }
}

test('a client whose server dies and comes back goes on where it stopped', async () => {
  const owner = await addOwner(api)
  const { run } = await seedTeam(api, daemon, owner)
  const key = await addKey(api, owner, 'viewer')
  const first = await listenOn(0)
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `http://127.0.0.1:${first.port}/api/trpc`,
        transformer: superjson,
        EventSource,
        eventSourceOptions: () => ({
          fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...key } }),
        }),
      }),
    ],
  })
  const texts: string[] = []
  const errors: unknown[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  client.runs.onOutput.subscribe(
    { id: run.id },
    {
      onData: ({ data }) => texts.push(...data.chunks.map((chunk) => chunk.text)),
      onError: (error) => errors.push(error),
      onComplete: end,
    },
  )
  await expect.poll(() => texts).toEqual(['hello\n'])
  await daemon.write(run, 2, 'before\n')
  await expect.poll(() => texts).toEqual(['hello\n', 'before\n'])
  await first.cut()
  await daemon.write(run, 3, 'while away\n')
  const second = await listenOn(first.port)
  await expect.poll(() => texts, { timeout: 15_000 }).toEqual(['hello\n', 'before\n', 'while away\n'])
  await daemon.write(run, 4, 'after\n')
  await daemon.finish(run)
  await ended
  expect(texts).toEqual(['hello\n', 'before\n', 'while away\n', 'after\n'])
  expect(errors).toEqual([])
  await second.cut()
  expect(api.faults).toEqual([])
})
