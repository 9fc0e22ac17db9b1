import { armRunName } from '@paddock/domain'
import { launchInput } from '../launch/launch-input.ts'
import { prepareLaunch } from '../launch/prepare-launch.ts'
import { previewCommand } from '../launch/preview-command.ts'
import { procedure } from '../procedure.ts'
import { viewLaunch } from '../view/run-view.ts'

/** What a launch would do, with its checks but without launching: argv, cwd, variables by name, weight, trials. */
export const preview = procedure
  .meta({ role: 'member' })
  .input(launchInput)
  .query(({ input }) => {
    const { launch, plan } = prepareLaunch(input.launch)
    const name =
      launch.name ??
      (launch.experiment === undefined || launch.arm === undefined
        ? null
        : armRunName(launch.experiment, launch.arm, 1))
    return {
      /** Null: made up at launch. */
      name,
      launch: viewLaunch(launch),
      command: previewCommand(launch, name),
      requires: plan.requires,
      weight: plan.weight,
      priority: plan.priority,
      plannedTrials: plan.plannedTrials,
      /** A budget cannot hold on a cost that nobody reports. */
      budgetUsd: plan.budgetUsd,
    }
  })
