import { armName, armRoles, chooseTemplate, inheritLaunch, launchRequest } from '@paddock/domain'
import { z } from 'zod'
import { Refusal } from '../errors/refusal.ts'
import { anyId } from '../ids.ts'
import { launchRun } from '../launch/launch-run.ts'
import { procedure } from '../procedure.ts'
import { findExperiment } from './find-experiment.ts'
import { readTemplates } from './read-templates.ts'

const overridable = launchRequest
  .pick({
    agent: true,
    model: true,
    agentArgs: true,
    thinking: true,
    prewalk: true,
    env: true,
    extraArgs: true,
    include: true,
    priority: true,
    weight: true,
    labels: true,
    budgetUsd: true,
  })
  .strict()

/**
 * Launches a new arm that inherits everything it does not override from a sibling: the one with the longest recorded
 * task list, else the most observed trials, else the newest.
 */
export const addArm = procedure
  .meta({ role: 'member' })
  .input(
    z.strictObject({
      experiment: anyId,
      arm: armName,
      role: z.enum(armRoles).optional(),
      note: z.string().max(10_000).optional(),
      /** How pages show the arm instead of its name. */
      label: z.string().trim().min(1).max(100).optional(),
      overrides: overridable.default({}),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const launch = await ctx.inTeam(async (tx) => {
      const detail = await findExperiment(tx, input.experiment)
      if (detail.arms.some((arm) => arm.name === input.arm)) {
        throw new Refusal(
          'ARM_TAKEN',
          `The experiment ${input.experiment} has an arm "${input.arm}" already.`,
          'Choose another name.',
        )
      }
      const template = chooseTemplate(await readTemplates(tx, detail))
      if (template === null) {
        throw new Refusal(
          'NO_TEMPLATE',
          `The experiment ${input.experiment} has no arm to inherit from.`,
          `Launch its first arm with paddock launch … --experiment ${input.experiment}.`,
        )
      }
      const { role, note } = input
      return {
        ...inheritLaunch(template, { experiment: input.experiment, name: input.arm }, input.overrides),
        ...(role === undefined ? {} : { role }),
        ...(note === undefined ? {} : { note }),
      }
    })
    const { run } = await launchRun(ctx, launch, { idempotencyKey: null, arm: 'new', label: input.label ?? null })
    return { id: run.id, name: run.name, status: run.status, experiment: run.experimentId, arm: run.armName }
  })
