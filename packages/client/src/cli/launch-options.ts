import { type LaunchRequest, launchRequest } from '@paddock/domain'
import type { Command } from 'commander'
import type { z } from 'zod'
import { usageError } from './command-error.ts'
import { parseDuration } from './format.ts'

export interface LaunchOptions {
  experiment?: string
  arm?: string
  role?: string
  model?: string
  agent?: string
  dataset?: string
  tasks?: string
  include?: string[]
  exclude?: string[]
  attempts?: string
  concurrency?: string
  priority?: string
  weight?: string
  label?: string[]
  budget?: string
  timeout?: string
  name?: string
  note?: string
  goal?: string
  thinking?: string
  environment?: string
  timeoutMultiplier?: string
  maxRetries?: string
  idempotent?: boolean
  agentArg?: string[]
  env?: string[]
  set?: string[]
}

/** Commander's way to an option that may be repeated. */
export const collect = (value: string, all: string[] | undefined) => [...(all ?? []), value]

/** The options of a launch, for `launch` and `arm add`. */
export function addLaunchOptions(command: Command): Command {
  return command
    .option('--role <role>', 'baseline or variant')
    .option('--model <model>')
    .option('--agent <agent>')
    .option('--dataset <dataset>')
    .option('--tasks <n>', 'how many tasks at most, evenly spread')
    .option('--include <task>', 'only this task or glob (repeatable)', collect)
    .option('--exclude <task>', 'not this task or glob (repeatable)', collect)
    .option('--attempts <k>', 'attempts a task')
    .option('--concurrency <c>', 'trials at a time')
    .option('--priority <p>', '−100 to 100; higher goes first')
    .option('--weight <w>', 'share of a runner’s capacity')
    .option('--label <label>', 'only runners with this label (repeatable)', collect)
    .option('--budget <usd>', 'cancel when the run has cost more')
    .option('--timeout <duration>', 'such as 2h: end the run as failed after this')
    .option('--timeout-multiplier <x>', 'stretch the tasks’ own time limits')
    .option('--max-retries <n>')
    .option('--thinking <effort>')
    .option('--environment <type>')
    .option('--agent-arg <arg>', 'argument for the agent (repeatable)', collect)
    .option('--env <NAME[=VALUE]>', 'variable for the run; NAME alone is a secret of the runner (repeatable)', collect)
    .option('--idempotent', 'queue it again when its runner is lost: it may be repeated without harm')
    .option('--name <name>')
    .option('--note <text>')
    .option('--goal <text>')
    .option('--set <key=value>', 'setting of the benchmark (repeatable)', collect)
}

/**
 * The launch request that options describe; fields that were not given are absent.
 * @throws CommandError USAGE naming each option that is wrong
 */
export function launchFromOptions(
  options: LaunchOptions,
  base: Partial<LaunchRequest> & { extraArgs?: string[] },
): LaunchRequest {
  return parse(launchRequest, { benchmark: base.benchmark, ...fields(options), ...clean(base) })
}

/** The same without a benchmark: what an added arm changes of its template. */
export function overridesFromOptions(options: LaunchOptions): Partial<LaunchRequest> {
  return parse(launchRequest.partial(), fields(options))
}

function fields(options: LaunchOptions): Record<string, unknown> {
  return clean({
    experiment: options.experiment,
    arm: options.arm,
    role: options.role,
    model: options.model,
    agent: options.agent,
    dataset: options.dataset,
    tasks: number('--tasks', options.tasks),
    include: options.include,
    exclude: options.exclude,
    attempts: number('--attempts', options.attempts),
    concurrency: number('--concurrency', options.concurrency),
    priority: number('--priority', options.priority),
    weight: number('--weight', options.weight),
    labels: options.label,
    budgetUsd: number('--budget', options.budget),
    timeoutMs: time('--timeout', options.timeout),
    timeoutMultiplier: number('--timeout-multiplier', options.timeoutMultiplier),
    maxRetries: number('--max-retries', options.maxRetries),
    thinking: options.thinking,
    environment: options.environment,
    agentArgs: options.agentArg,
    env: environmentOf(options.env),
    idempotent: options.idempotent,
    name: options.name,
    note: options.note,
    goal: options.goal,
    settings: pairs('--set', options.set),
  })
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'launch'}: ${issue.message}`)
  throw usageError(problems.join('; '), 'Nothing was launched.')
}

function clean<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Partial<T>
}

function number(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text.replace('−', '-'))
  if (text.trim() === '' || !Number.isFinite(value)) throw usageError(`${option} takes a number, not "${text}".`)
  return value
}

function time(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = parseDuration(text)
  if (ms === null) throw usageError(`${option} takes a time such as 90s, 10m or 2h, not "${text}".`)
  return ms
}

function pairs(option: string, texts: string[] | undefined): Record<string, string> | undefined {
  return (
    texts &&
    Object.fromEntries(
      texts.map((text) => {
        const at = text.indexOf('=')
        if (at <= 0) throw usageError(`${option} takes KEY=VALUE, not "${text}".`)
        return [text.slice(0, at), text.slice(at + 1)]
      }),
    )
  )
}

function environmentOf(texts: string[] | undefined): LaunchRequest['env'] {
  return (
    texts &&
    Object.fromEntries(
      texts.map((text) => {
        const at = text.indexOf('=')
        return at < 0 ? [text, { secret: text }] : [text.slice(0, at), text.slice(at + 1)]
      }),
    )
  )
}
