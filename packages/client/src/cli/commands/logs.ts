import { usageError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Cli } from '../program.ts'
import type { Session } from '../session.ts'
import { translateError } from '../translate-error.ts'

interface Options {
  follow?: boolean
  tail?: string
}

/** What a run writes: its live tail, or on and on until it ends. */
export function registerLogs({ program, run }: Cli): void {
  program
    .command('logs')
    .description('the output of a run')
    .argument('<id>')
    .option('--follow', 'go on until the run has ended')
    .option('--tail <n>', 'only the last n lines to begin with')
    .action(
      run(async (session, id: string, options: Options) => {
        const tail = options.tail === undefined ? undefined : Number(options.tail)
        if (tail !== undefined && !(Number.isInteger(tail) && tail >= 0))
          throw usageError('--tail takes a number of lines.')
        const input = { id, ...(tail === undefined ? {} : { tail }) }
        if (options.follow) return follow(session, input)
        const page = await session.client.runs.output.query(input)
        if (page.droppedBytes > 0 && tail === undefined) {
          session.output.progress(`${page.droppedBytes} bytes of earlier output are not in the live tail.`)
        }
        session.output.answer(page, ({ chunks }) => chunks.map(({ text }) => text).join(''))
      }),
    )
}

/** With --json: the document that `logs` prints without --follow, its chunks written as they come. */
function follow({ client, output, url }: Session, input: { id: string; tail?: number }): Promise<number> {
  const end = { cursor: null as string | null, droppedBytes: 0 }
  let before = '{"chunks":[\n'
  const writeChunk = (chunk: { text: string }) => {
    process.stdout.write(output.json ? before + JSON.stringify(chunk) : chunk.text)
    before = ',\n'
  }
  return new Promise((resolve, reject) => {
    const subscription = client.runs.onOutput.subscribe(input, {
      onData: ({ data: { chunks, ...rest } }) => {
        chunks.forEach(writeChunk)
        Object.assign(end, rest)
      },
      onError: (error) => {
        subscription.unsubscribe()
        reject(translateError(error, url))
      },
      onComplete: () => {
        if (output.json) {
          const opened = before === ',\n' ? '' : before
          process.stdout.write(`${opened}\n],${JSON.stringify(end).slice(1)}\n`)
        }
        resolve(exitCodes.done)
      },
    })
  })
}
