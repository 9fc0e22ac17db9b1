import { trialStatuses } from '@paddock/domain'
import { Option } from 'commander'
import type { PaddockClient } from '../../create-client.ts'
import { dollars, duration } from '../format.ts'
import { renderTable } from '../output.ts'
import type { Cli } from '../program.ts'

const pageSize = 500

export function registerTrials({ program, run }: Cli): void {
  program
    .command('trials')
    .description('the trials of a run')
    .argument('<run>')
    .addOption(new Option('--status <status>').choices(trialStatuses))
    .action(
      run(async ({ client, output }, runId: string, { status }: { status?: (typeof trialStatuses)[number] }) => {
        const trials = await allTrials(client, { runId, ...(status ? { status } : {}) })
        output.answer(trials, () =>
          renderTable(
            ['id', 'task', 'attempt', 'status', 'verdict', 'termination', 'reward', 'cost', 'took', 'error'],
            trials.map((trial) => [
              trial.id,
              trial.task,
              String(trial.attempt),
              trial.supersededAt === null ? trial.status : `${trial.status} (superseded)`,
              trial.verdict,
              trial.termination,
              trial.reward === null ? '–' : String(trial.reward),
              dollars(trial.costUsd),
              duration(trial.durationMs),
              trial.errorType ?? '',
            ]),
            'No trial yet.',
          ),
        )
      }),
    )
}

type TrialQuery = Parameters<PaddockClient['trials']['list']['query']>[0]
type Trial = Awaited<ReturnType<PaddockClient['trials']['list']['query']>>['trials'][number]

async function allTrials(client: PaddockClient, query: TrialQuery): Promise<Trial[]> {
  const trials: Trial[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await client.trials.list.query({ ...query, limit: pageSize, cursor })
    trials.push(...page.trials)
    if (page.nextCursor === null) return trials
    cursor = page.nextCursor
  }
}
