import { type AddressInfo, createServer } from 'node:net'

/** A loopback TCP port that was free a moment ago; a caller that finds it taken asks again. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
