import { createServer } from 'node:net'
import { OperatorError } from './operator-error.ts'

/** Throws an OperatorError when nobody could listen on `host`:`port` now. */
export async function checkPort(host: string, port: number): Promise<void> {
  const error = await tryToListen(host, port)
  if (error === null) return
  const place = `${host}:${port}`
  switch (error.code) {
    case 'EADDRINUSE':
      throw new OperatorError(
        'port_in_use',
        `port ${port} on ${host} is in use by another program`,
        `Stop that program, or take another port: npm start -- --port ${port === 65_535 ? 4700 : port + 1}`,
      )
    case 'EACCES':
      throw new OperatorError('port_forbidden', `this user may not listen on ${place}`, 'Take a --port above 1023.')
    default:
      throw new OperatorError('host_unusable', `cannot listen on ${place}: ${error.message}`, 'Check --host.')
  }
}

function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}
