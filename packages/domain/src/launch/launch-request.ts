import { z } from 'zod'
import { armName, experimentId, segmentName } from '../names.ts'

export const armRoles = ['baseline', 'variant'] as const
export type ArmRole = (typeof armRoles)[number]

/** Text that reaches a runner's argv: no NUL, no line break, and bounded. */
const argText = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[^\u0000\r\n]*$/, 'must not contain NUL or line breaks')

/** A value that stands where an option's value stands must not become an option itself. */
const argValue = argText.refine((text) => !text.startsWith('-'), 'must not begin with "-"')

const environmentValue = z.union([
  z.object({ secret: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/) }),
  z.string().max(10_000),
])

/**
 * What a person asks for: one arm's run, or a run alone. All fields of every benchmark; a benchmark's own
 * schema narrows them (`LaunchSchema` in its definition) and refuses what it cannot honour.
 */
export const launchRequest = z.strictObject({
  benchmark: segmentName,
  dataset: argValue.optional(),
  /** Required unless the agent needs none. */
  model: argValue.optional(),
  agent: argValue.optional(),
  /** How many tasks at most; an even stride over the dataset. */
  tasks: z.int().min(1).max(100_000).optional(),
  include: z.array(argValue).max(10_000).optional(),
  exclude: z.array(argValue).max(10_000).optional(),
  attempts: z.int().min(1).max(1_000).optional(),
  concurrency: z.int().min(1).max(1_000).optional(),
  timeoutMultiplier: z.number().positive().max(1_000).optional(),
  conditions: z.array(argValue).max(100).optional(),
  environment: argValue.optional(),
  webSearch: z.boolean().optional(),
  prebuiltBinaries: z.boolean().optional(),
  prewalk: z.strictObject({ into: argValue.optional() }).optional(),
  thinking: argValue.optional(),
  agentArgs: z.array(argText).max(200).optional(),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), environmentValue).optional(),
  extraArgs: z.array(argText).max(200).optional(),
  /** A benchmark's own settings (`--set KEY=VALUE`). */
  settings: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/), z.string().max(1_000)).optional(),
  name: segmentName.optional(),
  experiment: experimentId.optional(),
  arm: armName.optional(),
  role: z.enum(armRoles).optional(),
  note: z.string().max(10_000).optional(),
  goal: z.string().max(10_000).optional(),
  priority: z.int().min(-100).max(100).optional(),
  /** Share of a runner's capacity: 1 is one command-line run. */
  weight: z.number().positive().max(1_000).multipleOf(0.01).optional(),
  /** Only runners that carry all of them may take the run. */
  labels: z
    .array(z.string().regex(/^[A-Za-z0-9_.:/-]{1,64}$/))
    .max(20)
    .optional(),
  budgetUsd: z.number().positive().max(1_000_000).optional(),
  timeoutMs: z
    .int()
    .min(1_000)
    .max(30 * 24 * 3_600_000)
    .optional(),
  idleTimeoutMs: z
    .int()
    .min(1_000)
    .max(30 * 24 * 3_600_000)
    .optional(),
  maxRetries: z.int().min(0).max(100).optional(),
  maxQueueAgeMs: z
    .int()
    .min(1_000)
    .max(90 * 24 * 3_600_000)
    .optional(),
  /** The run may be repeated from its beginning without harm: it is queued again when its runner is lost. */
  idempotent: z.boolean().optional(),
})
export type LaunchRequest = z.infer<typeof launchRequest>

/** The same request sent twice under one key is one run. */
export const idempotencyKey = z.string().min(1).max(200)
