import type { PaddockClient } from '../../create-client.ts'
import { usageError } from '../command-error.ts'
import { parseDuration } from '../format.ts'
import { renderTable } from '../output.ts'
import type { Cli } from '../program.ts'

type FleetRunner = Awaited<ReturnType<PaddockClient['runners']['list']['query']>>[number]

interface OrderOptions {
  note?: string
  for?: string
}

export function registerRunners({ program, run }: Cli): void {
  program
    .command('runners')
    .description('the fleet: state, capacity, what each runner does')
    .action(
      run(async ({ client, output }) =>
        output.answer(await client.runners.list.query(), (runners) =>
          renderTable(
            ['name', 'state', 'in use', 'runs', 'labels', 'version', 'last beat', 'note'],
            runners.map((runner) => [
              runner.name,
              runner.state,
              `${runner.usedWeight} of ${runner.capacity ?? '∞'}`,
              runner.runs.map(({ name }) => name).join(' ') || String(runner.heldRuns),
              runner.labels.join(' '),
              runner.version,
              runner.beatAt.toISOString(),
              runnerNote(runner),
            ]),
            'No runner. "npm start" brings one; a fleet’s runners are started with paddock-runner --config FILE.',
          ),
        ),
      ),
    )

  const runner = program.command('runner').description('orders to one runner')
  for (const kind of ['pause', 'drain'] as const) {
    runner
      .command(kind)
      .description(
        kind === 'pause'
          ? 'no new runs for a while; what it holds goes on'
          : 'no new runs until resumed; once it holds nothing, a runner of its own ends, the one of npm start stays',
      )
      .argument('<name>')
      .option('--note <text>', 'why, for the others')
      .option('--for <duration>', 'such as 2h; without it, until resumed')
      .action(
        run(async ({ client, output }, name: string, options: OrderOptions) => {
          const forMs = options.for === undefined ? undefined : parseDuration(options.for)
          if (forMs === null) throw usageError(`--for takes a time such as 30m or 2h, not "${options.for}".`)
          const order = await client.runners[kind].mutate({
            name,
            ...(options.note === undefined ? {} : { note: options.note }),
            ...(forMs === undefined ? {} : { forMs }),
          })
          output.answer(order, () => `${name}: ${kind === 'pause' ? 'paused' : drainWords(order.until)}`)
        }),
      )
  }
  runner
    .command('resume')
    .argument('<name>')
    .action(
      run(async ({ client, output }, name: string) =>
        output.answer(await client.runners.resume.mutate({ name }), ({ resumed, presence }) =>
          resumed ? resumeWords(name, presence) : `${name} was neither paused nor drained`,
        ),
      ),
    )
}

function runnerNote({ configError, order, state, statusReason }: FleetRunner): string {
  const reasons = state === 'gone' ? [configError, statusReason] : [configError, order?.note, statusReason]
  return reasons.find((reason) => reason !== null && reason !== undefined) ?? ''
}

function drainWords(until: Date | null): string {
  return until === null
    ? 'draining; "paddock runners" shows when it holds nothing any more'
    : `draining until ${until.toISOString()}`
}

function resumeWords(name: string, presence: 'online' | 'away'): string {
  return presence === 'online'
    ? `${name} resumed`
    : `${name} resumed, but none of that name is running any more: start it on its host`
}
