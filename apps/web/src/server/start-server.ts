import { services } from './services.ts'

/** A moment for answers under way; the open streams are cut, so that their clients come back by themselves. */
const stopGraceMs = 300

/**
 * Opens the services and takes over how the process stops. Next waits for open streams; ended ones would not
 * reconnect, so the process leaves without ending them.
 */
export async function startServer(): Promise<void> {
  const running = await services()
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void running.live.stop()
    setTimeout(() => process.exit(0), stopGraceMs)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
