import type { Cli } from '../program.ts'

export function registerGiveUp({ program, run }: Cli): void {
  program
    .command('give-up')
    .description('end lost runs as orphaned; processes that still run are ended when their host returns')
    .argument('<id...>')
    .action(
      run(async ({ client, output }, ids: string[]) => {
        const results: { id: string; runner: string | null }[] = []
        // One after the other: at the first that is not lost, those before it are done and the rest untouched.
        for (const id of ids) results.push(await client.runs.giveUp.mutate({ id }))
        output.answer(results, () =>
          results
            .map(({ id, runner }) => {
              const where = runner === null ? 'its host' : `the host of ${runner}`
              return `${id} is orphaned; its processes may still run on ${where}, and are ended when that returns`
            })
            .join('\n'),
        )
      }),
    )
}
