import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** A way to a database that can be cut like a cable, or frozen like a connection that a firewall forgot. */
export interface TcpProxy {
  url: string
  cut(): void
  /** Existing connections say nothing any more, and do not end; new ones work. */
  freeze(): void
  restore(): void
  close(): Promise<void>
}

export async function tcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url)
  let isCut = false
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = dial(Number(target.port || 5432), target.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.pipe(far).pipe(near)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        for (const other of pair) other.destroy()
        pairs.delete(pair)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxied = new URL(url)
  proxied.hostname = '127.0.0.1'
  proxied.port = String((server.address() as { port: number }).port)
  const destroyAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    url: proxied.href,
    cut() {
      isCut = true
      destroyAll()
    },
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
        near.pause()
        far.pause()
      }
    },
    restore() {
      isCut = false
    },
    async close() {
      destroyAll()
      server.close()
    },
  }
}
