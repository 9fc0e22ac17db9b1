/** Starts the live hub with the server: the first page must not wait for it, nor miss what happens before it. */
export async function register(): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- the bundler must read it here, to leave the server out of other runtimes
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startServer } = await import('./server/start-server.ts')
    await startServer()
  }
}
