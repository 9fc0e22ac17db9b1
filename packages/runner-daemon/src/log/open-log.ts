import type { Redactor } from '../redact/create-redactor.ts'
import type { Log } from './log.ts'

/** A log of JSON lines. Every line passes the redactor, whatever was put into it. */
export async function openLog(
  level: string,
  redactor: Pick<Redactor, 'text'>,
  writers: ((line: string) => void)[],
): Promise<Log> {
  const { pino } = await import('pino')
  const write = (line: string) => {
    const shown = redactor.text(line)
    for (const writer of writers) writer(shown)
  }
  // By its own name: the logger's type has a member `then`, which an async function may not return.
  const logger: Log = pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, { write })
  return logger
}
