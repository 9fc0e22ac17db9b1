import { Logger } from 'graphile-worker'

/** graphile-worker's words on stderr, errors only. */
export const quietLogger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(message)
})
