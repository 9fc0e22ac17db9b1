import { percent } from '../format.ts'
import { renderTable } from '../output.ts'
import type { Cli } from '../program.ts'

export function registerExperiments({ program, run }: Cli): void {
  program
    .command('experiments')
    .description('the team’s experiments, newest first')
    .option('--q <text>', 'only those with this text in id or goal')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'go on from here: nextCursor of the page before')
    .action(
      run(async ({ client, output }, { limit, ...query }: { q?: string; limit: string; cursor?: string }) => {
        const page = await client.experiments.list.query({ ...query, limit: Number(limit) })
        output.answer(page, ({ experiments, nextCursor }) =>
          [
            renderTable(
              ['id', 'status', 'arms', 'goal', 'created'],
              experiments.map(({ id, status, arms, goal, createdAt }) => [
                id,
                status,
                arms
                  .map(
                    (arm) => `${arm.name} ${percent(arm.decidedTrials ? arm.decidedPassed / arm.decidedTrials : null)}`,
                  )
                  .join(', '),
                goal.split('\n')[0] ?? '',
                createdAt.toISOString(),
              ]),
              'No experiment matches. Launch one: paddock launch edit --experiment first --arm oracle --role baseline',
            ),
            nextCursor === null ? '' : `More: --cursor ${nextCursor}`,
          ]
            .filter(Boolean)
            .join('\n'),
        )
      }),
    )
}
