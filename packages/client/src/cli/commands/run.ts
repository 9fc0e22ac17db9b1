import type { Cli } from '../program.ts'
import { renderRun } from '../render-run.ts'

export function registerRun({ program, run }: Cli): void {
  program
    .command('run')
    .description('one run: counters, why it waits, how it ended')
    .argument('<id>')
    .action(
      run(async ({ client, output }, id: string) => output.answer(await client.runs.get.query({ id }), renderRun)),
    )
}
