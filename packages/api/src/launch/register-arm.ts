import { isDeepStrictEqual } from 'node:util'
import { addArm, createExperiment, type Db, editExperiment } from '@paddock/db'
import type { LaunchRequest } from '@paddock/domain'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import { announce } from '../live/announce.ts'
import type { SignedInContext } from '../procedure.ts'
import type { LaunchOptions } from './launch-run.ts'

/** Facts of one run, not of the arm's configuration: they may differ between runs that are pooled. */
const runFields = [
  'name',
  'role',
  'note',
  'goal',
  'priority',
  'weight',
  'labels',
  'maxQueueAgeMs',
  'idempotent',
] as const

/**
 * Makes sure that the launch's experiment and arm exist. A goal that comes with the launch becomes the experiment's.
 * @throws Refusal ARM_TAKEN where the name stands for something else: trials of two configurations must not be pooled
 */
export async function registerArm(
  ctx: SignedInContext,
  tx: Db,
  launch: LaunchRequest,
  options: Pick<LaunchOptions, 'arm' | 'label' | 'idempotencyKey'>,
): Promise<void> {
  if (launch.experiment === undefined || launch.arm === undefined) return
  await registerExperiment(ctx, tx, launch.experiment, launch.goal)
  const outcome = await addArm(tx, {
    teamId: ctx.principal.teamId,
    experimentId: launch.experiment,
    name: launch.arm,
    role: launch.role ?? null,
    note: launch.note ?? null,
    label: options.label,
    launch,
  })
  switch (outcome.kind) {
    case 'created':
      return audit(ctx, tx, { action: 'arm.add', object: `${launch.experiment}/${launch.arm}` })
    case 'existing':
      if (options.arm === 'any' && isDeepStrictEqual(configuration(outcome.arm.launch), configuration(launch))) return
      throw new Refusal(
        'ARM_TAKEN',
        `The experiment ${launch.experiment} has an arm "${launch.arm}" already${options.arm === 'any' ? ', with another configuration' : ''}.`,
        'Choose another arm name: trials of two configurations are never pooled.',
      )
    case 'no-experiment':
      throw new Refusal('UNKNOWN_EXPERIMENT', `There is no experiment "${launch.experiment}".`, 'Create it first.')
  }
}

async function registerExperiment(ctx: SignedInContext, tx: Db, id: string, goal: string | undefined): Promise<void> {
  const { kind, experiment } = await createExperiment(tx, {
    teamId: ctx.principal.teamId,
    id,
    goal: goal ?? '',
    createdBy: ctx.principal.userId,
  })
  await announce(ctx, tx, 'experiment', id)
  if (kind === 'created') return audit(ctx, tx, { action: 'experiment.create', object: id, after: { goal } })
  if (goal === undefined || goal === experiment.goal) return
  await editExperiment(tx, id, { goal })
  await audit(ctx, tx, {
    action: 'experiment.edit',
    object: id,
    before: { goal: experiment.goal },
    after: { goal },
  })
}

/** What must be the same for trials to be pooled; JSON drops undefined fields, as the database did. */
function configuration(launch: LaunchRequest): unknown {
  const copy: Partial<LaunchRequest> = { ...launch }
  for (const field of runFields) delete copy[field]
  return JSON.parse(JSON.stringify(copy))
}
