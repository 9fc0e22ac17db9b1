import type { Cli } from '../program.ts'

export function registerDelete({ program, run }: Cli): void {
  program
    .command('delete')
    .description('remove ended runs with all that belongs to them')
    .argument('<id...>')
    .action(
      run(async ({ client, output }, ids: string[]) => {
        const results = await Promise.all(ids.map((id) => client.runs.delete.mutate({ id })))
        output.answer(results, () => results.map(({ id }) => `${id} deleted`).join('\n'))
      }),
    )
}
