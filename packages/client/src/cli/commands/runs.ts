import { runStatuses } from '@paddock/domain'
import { type Command, Option } from 'commander'
import { percent } from '../format.ts'
import { renderTable } from '../output.ts'
import type { Cli } from '../program.ts'

interface Options {
  status?: (typeof runStatuses)[number]
  experiment?: string
  benchmark?: string
  limit: string
  cursor?: string
}

export function registerRuns({ program, run }: Cli): Command {
  return program
    .command('runs')
    .description('the team’s runs, newest first')
    .addOption(new Option('--status <status>').choices(runStatuses))
    .option('--experiment <id>')
    .option('--benchmark <id>')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'go on from here: nextCursor of the page before')
    .action(
      run(async ({ client, output }, { status, limit, ...filters }: Options) => {
        const page = await client.runs.list.query({
          ...filters,
          ...(status === undefined ? {} : { status: [status] }),
          limit: Number(limit),
        })
        output.answer(page, ({ runs, nextCursor }) =>
          [
            renderTable(
              ['id', 'name', 'status', 'trials', 'pass rate', 'queued'],
              runs.map(({ id, name, status: state, trials, passRate, queuedAt }) => [
                id,
                name,
                state,
                `${trials.passed + trials.failed + trials.errored + trials.missing}/${trials.planned ?? '?'}`,
                percent(passRate),
                queuedAt.toISOString(),
              ]),
              'No run matches. Launch one: paddock launch edit --agent oracle --tasks 20',
            ),
            nextCursor === null ? '' : `More: --cursor ${nextCursor}`,
          ]
            .filter(Boolean)
            .join('\n'),
        )
      }),
    )
}
