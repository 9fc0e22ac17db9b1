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

/** With --json: one JSON document a chunk, a line each. */
function follow({ client, output, url }: Session, input: { id: string; tail?: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const subscription = client.runs.onOutput.subscribe(input, {
      onData: ({ data }) => {
        for (const chunk of data.chunks) process.stdout.write(output.json ? `${JSON.stringify(chunk)}\n` : chunk.text)
      },
      onError: (error) => {
        subscription.unsubscribe()
        reject(translateError(error, url))
      },
      onComplete: () => resolve(exitCodes.done),
    })
  })
}
