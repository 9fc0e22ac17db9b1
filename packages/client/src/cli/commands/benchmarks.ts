import { renderTable } from '../output.ts'
import type { Cli } from '../program.ts'

export function registerBenchmarks({ program, run }: Cli): void {
  program
    .command('benchmarks')
    .description('what can be launched, on which runners')
    .action(
      run(async ({ client, output }) =>
        output.answer(await client.benchmarks.list.query(), (benchmarks) =>
          renderTable(
            ['id', 'title', 'default dataset', 'agents', 'runners'],
            benchmarks.map(({ id, title, defaultDataset, agents, runners }) => [
              id,
              title,
              defaultDataset,
              agents.map((agent) => agent.id).join(' '),
              runners.map(({ name, available, reason }) => (available ? name : `${name} (${reason})`)).join(', ') ||
                'none',
            ]),
            'No benchmark.',
          ),
        ),
      ),
    )
}
