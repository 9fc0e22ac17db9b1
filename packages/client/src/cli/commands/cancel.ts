import type { Cli } from '../program.ts'

export function registerCancel({ program, run }: Cli): void {
  program
    .command('cancel')
    .description('cancel queued runs at once, and end the processes of running ones')
    .argument('<id...>')
    .option('--reason <text>')
    .action(
      run(async ({ client, output }, ids: string[], { reason }: { reason?: string }) => {
        const results = await Promise.all(
          ids.map((id) => client.runs.cancel.mutate({ id, ...(reason ? { reason } : {}) })),
        )
        output.answer(results, () =>
          results
            .map(({ id, outcome }) =>
              outcome === 'cancelled'
                ? `${id} cancelled`
                : outcome === 'requested'
                  ? `${id} is being cancelled`
                  : `${id} had ended already`,
            )
            .join('\n'),
        )
      }),
    )
}
