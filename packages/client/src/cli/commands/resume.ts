import type { Cli } from '../program.ts'

interface Options {
  filterErrorType: string[]
}

export function registerResume({ program, run }: Cli): void {
  program
    .command('resume')
    .description('go on with an ended run where its results stand: what has ended is kept, the rest is run')
    .argument('<id>')
    .option(
      '--filter-error-type <type>',
      'run ended trials with this error again, in place of the benchmark’s own choice; may be repeated',
      (type: string, types: string[]) => [...types, type],
      [],
    )
    .action(
      run(async ({ client, output }, id: string, { filterErrorType: errorTypes }: Options) =>
        output.answer(
          await client.runs.resume.mutate({ id, ...(errorTypes.length === 0 ? {} : { errorTypes }) }),
          (resumed) => `${resumed.id}  ${resumed.name}`,
        ),
      ),
    )
}
