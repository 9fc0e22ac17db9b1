import type { Cli } from '../program.ts'

export function registerReleaseWorkspace({ program, run }: Cli): void {
  program
    .command('release-workspace')
    .description('open what an ended run left closed; you vouch that none of its processes runs on its host any more')
    .argument('<id>', 'the run that left it, also a deleted one: "waits" of the waiting run names it')
    .addHelpText(
      'after',
      '\nCheck the host first. A process that is left and the run that comes next would write to one workspace.',
    )
    .action(
      run(async ({ client, output }, id: string) =>
        output.answer(await client.runs.releaseWorkspace.mutate({ id }), ({ released, waiting }) => {
          if (!released) return `${id} keeps nothing closed`
          return waiting.length === 0 ? `${id} released` : `${id} released; goes on: ${waiting.join(' ')}`
        }),
      ),
    )
}
