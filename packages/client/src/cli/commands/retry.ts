import type { Cli } from '../program.ts'

export function registerRetry({ program, run }: Cli): void {
  program
    .command('retry')
    .description('a new run with the frozen launch of an ended one, which it supersedes')
    .argument('<id>')
    .action(
      run(async ({ client, output }, id: string) =>
        output.answer(await client.runs.retry.mutate({ id }), (launched) => `${launched.id}  ${launched.name}`),
      ),
    )
}
