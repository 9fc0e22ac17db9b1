import { addLaunchOptions, type LaunchOptions, overridesFromOptions } from '../launch-options.ts'
import type { Cli } from '../program.ts'

interface Options extends LaunchOptions {
  armLabel?: string
  prewalk?: string | true
}

export function registerArm({ program, run }: Cli): void {
  const arm = program.command('arm').description('the arms of an experiment')
  addLaunchOptions(arm.command('add'))
    .description('launch another arm, which inherits what it does not override')
    .argument('<experiment>')
    .argument('<arm>')
    .option('--arm-label <label>', 'how pages show the arm instead of its name')
    .option('--prewalk [into]', 'begin on the main model, hand over to a cheaper one')
    .action(
      run(async ({ client, output }, experiment: string, name: string, { armLabel, prewalk, ...options }: Options) => {
        const { role, note, ...overrides } = overridesFromOptions(options)
        const launched = await client.experiments.addArm.mutate({
          experiment,
          arm: name,
          ...(role === undefined ? {} : { role }),
          ...(note === undefined ? {} : { note }),
          ...(armLabel === undefined ? {} : { label: armLabel }),
          overrides: {
            ...overrides,
            ...(prewalk === undefined ? {} : { prewalk: prewalk === true ? {} : { into: prewalk } }),
          },
        })
        output.answer(launched, ({ id, name: runName }) => `${id}  ${runName}`)
      }),
    )
}
