import { type Db, enqueueRun, fleetOffers, type NewRun, type RunRow } from '@paddock/db'
import { armRunName, defaultRunName, type LaunchRequest, newId, queueLimits, toHundredths } from '@paddock/domain'
import { audit } from '../audit.ts'
import { Refusal } from '../errors/refusal.ts'
import type { SignedInContext } from '../procedure.ts'
import { refuseUnlessOffered } from './offers.ts'
import { type PreparedLaunch, prepareLaunch } from './prepare-launch.ts'
import { registerArm } from './register-arm.ts'

/** An arm owns a handful of runs; beyond this something is wrong. */
const maxRunsPerArm = 500

export interface LaunchOptions {
  idempotencyKey: string | null
  /** `new`: a taken arm name is refused (add arm); `any`: one with the same configuration gets another run. */
  arm: 'new' | 'any'
  /** How pages show the arm instead of its name. */
  label: string | null
}

export interface Launched {
  run: RunRow
  /** False: the same request was sent before under this key. */
  created: boolean
}

/**
 * Validates, plans and queues one run: experiment, arm, run, event and audit row in one transaction.
 * @throws ZodError or Refusal; then nothing was written
 */
export async function launchRun(
  ctx: SignedInContext,
  request: LaunchRequest,
  options: LaunchOptions,
): Promise<Launched> {
  const prepared = prepareLaunch(request)
  return ctx.inTeam(async (tx) => {
    const offers = await fleetOffers(tx, { teamId: ctx.principal.teamId, limits: queueLimits })
    refuseUnlessOffered(offers, prepared.needed)
    await registerArm(ctx, tx, prepared.launch, options)
    const launched = await enqueue(ctx, tx, prepared, options.idempotencyKey)
    if (launched.created) {
      const { name, id } = launched.run
      await audit(ctx, tx, { action: 'run.launch', object: id, after: { name, benchmark: request.benchmark } })
    }
    return launched
  })
}

async function enqueue(ctx: SignedInContext, tx: Db, prepared: PreparedLaunch, key: string | null): Promise<Launched> {
  for (const name of namesFor(ctx, prepared.launch)) {
    const outcome = await enqueueRun(tx, newRun(ctx, prepared, name, key))
    switch (outcome.kind) {
      case 'created':
      case 'existing':
        return { run: outcome.run, created: outcome.kind === 'created' }
      case 'key-conflict':
        throw new Refusal(
          'KEY_REUSED',
          `The idempotency key was used for another launch: run ${outcome.run.name} (${outcome.run.id}).`,
          'Send the same request again, or use a new key.',
        )
      case 'name-taken':
        if (prepared.launch.name === undefined && prepared.launch.arm !== undefined) continue
        throw new Refusal(
          'NAME_TAKEN',
          `The name "${name}" is taken by run ${outcome.run.id} (${outcome.run.status}).`,
          'Choose another name, or leave it out.',
        )
    }
  }
  throw new Refusal('NAME_TAKEN', 'No name is free for another run of this arm.', 'Give the run a name.')
}

/** The names to try, in order. */
function* namesFor(ctx: SignedInContext, launch: LaunchRequest): Generator<string> {
  if (launch.name !== undefined) return yield launch.name
  if (launch.experiment === undefined || launch.arm === undefined) {
    const of = launch.model ?? launch.agent ?? launch.benchmark
    const { now, randomBytes } = ctx.services
    return yield defaultRunName(of, now(), newId('run', randomBytes))
  }
  for (let n = 1; n <= maxRunsPerArm; n++) {
    const name = armRunName(launch.experiment, launch.arm, n)
    if (name === null) return
    yield name
  }
}

function newRun(ctx: SignedInContext, { launch, plan }: PreparedLaunch, name: string, key: string | null): NewRun {
  return {
    teamId: ctx.principal.teamId,
    name,
    experimentId: launch.experiment ?? null,
    armName: launch.arm ?? null,
    benchmark: launch.benchmark,
    dataset: launch.dataset ?? null,
    agent: launch.agent ?? null,
    model: launch.model ?? null,
    launch,
    requires: plan.requires,
    priority: plan.priority,
    weight: toHundredths(plan.weight),
    workspaceKey: null,
    onLost: plan.onLost,
    idempotencyKey: key,
    timeoutMs: plan.timeoutMs,
    idleTimeoutMs: plan.idleTimeoutMs,
    budgetUsd: plan.budgetUsd,
    plannedTrials: plan.plannedTrials,
    maxQueueAgeMs: plan.maxQueueAgeMs,
    createdBy: ctx.principal.userId,
  }
}
