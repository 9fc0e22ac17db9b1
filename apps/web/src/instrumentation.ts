import { isNodeServer } from './env.ts'

/** Starts the live hub with the server: the first page must not wait for it, nor miss what happens before it. */
export async function register(): Promise<void> {
  if (!isNodeServer) return
  const { startServer } = await import('./server/start-server.ts')
  await startServer()
}
