import { percent } from '../format.ts'
import { renderFacts, renderTable } from '../output.ts'
import type { Cli } from '../program.ts'

export function registerExperiment({ program, run }: Cli): void {
  const experiment = program.command('experiment').description('one experiment')

  experiment
    .command('create')
    .description('register an experiment before its first arm; again, it keeps its goal')
    .argument('<id>')
    .option('--goal <text>')
    .action(
      run(async ({ client, output }, id: string, options: { goal?: string }) =>
        output.answer(await client.experiments.create.mutate({ id, ...options }), ({ created }) =>
          created ? `${id} created` : `${id} was there already; its goal is kept`,
        ),
      ),
    )

  experiment
    .command('edit')
    .argument('<id>')
    .option('--goal <text>')
    .action(
      run(async ({ client, output }, id: string, options: { goal?: string }) =>
        output.answer(await client.experiments.edit.mutate({ id, ...options }), () => `${id} edited`),
      ),
    )

  experiment
    .command('show')
    .description('goal, arms and their runs')
    .argument('<id>')
    .action(
      run(async ({ client, output }, id: string) =>
        output.answer(await client.experiments.get.query({ id }), (shown) =>
          [
            renderFacts([
              ['experiment', shown.id],
              ['status', shown.status],
              ['goal', shown.goal],
              ['verdict', shown.verdict],
            ]),
            renderTable(
              ['arm', 'role', 'run', 'status', 'trials', 'pass rate'],
              shown.arms.flatMap(({ name, role, runs }) =>
                runs.map(({ id: runId, status, trials, passRate }) => [
                  name,
                  role ?? '',
                  runId,
                  status,
                  `${trials.passed + trials.failed + trials.errored + trials.missing}/${trials.planned ?? '?'}`,
                  percent(passRate),
                ]),
              ),
              'No arm yet.',
            ),
          ].join('\n\n'),
        ),
      ),
    )
}
