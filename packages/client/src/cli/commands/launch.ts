import { usageError } from '../command-error.ts'
import { exitCodeOf } from '../exit-codes.ts'
import { addLaunchOptions, type LaunchOptions, launchFromOptions } from '../launch-options.ts'
import { renderFacts } from '../output.ts'
import type { Cli } from '../program.ts'
import { renderRun } from '../render-run.ts'
import { waitForRun } from '../wait-for-run.ts'

interface Options extends LaunchOptions {
  dryRun?: boolean
  wait?: boolean
  idempotencyKey?: string
}

/** Queues a run and returns at once, or with its end (--wait). */
export function registerLaunch({ program, run }: Cli): void {
  addLaunchOptions(program.command('launch'))
    .description('launch a benchmark run, alone or as an arm of an experiment')
    .argument('<benchmark>')
    .argument('[extra...]', 'after --: extra arguments for the benchmark, where the runner allows them')
    .option('--experiment <id>')
    .option('--arm <name>')
    .option('--idempotency-key <key>', 'the same launch sent again under this key is the same run')
    .option('--dry-run', 'show what would be started, and launch nothing')
    .option('--wait', 'wait for its end; the exit code is the run’s')
    .action(
      run(async (session, benchmark: string, extra: string[], options: Options) => {
        const { client, output } = session
        if ((options.experiment === undefined) !== (options.arm === undefined)) {
          throw usageError('--experiment and --arm go together.', 'Give both, or neither for a run of its own.')
        }
        const launch = launchFromOptions(options, { benchmark, ...(extra.length > 0 ? { extraArgs: extra } : {}) })
        if (options.dryRun) {
          output.answer(await client.runs.preview.query({ launch }), (preview) =>
            renderFacts([
              ['command', preview.command?.argv.join(' ')],
              ['directory', preview.command?.cwd],
              ['variables', preview.command?.envNames.join(' ')],
              ['weight', String(preview.weight)],
              ['trials', String(preview.plannedTrials ?? 'known when it runs')],
            ]),
          )
          return
        }
        const { created: _, ...launched } = await client.runs.launch.mutate({
          launch,
          ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
        })
        if (!options.wait) {
          output.answer(launched, ({ id, name }) => `${id}  ${name}\nFollow it: paddock logs ${id} --follow`)
          return
        }
        const ended = await waitForRun(session, launched.id, null)
        output.answer({ ...launched, status: ended.status }, () => renderRun(ended))
        return exitCodeOf(ended.status)
      }),
    )
}
