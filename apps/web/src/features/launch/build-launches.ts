import type { LaunchRequest } from '@paddock/domain'
import type { ArmForm, LaunchForm } from './launch-form.ts'
import { splitArguments } from './split-arguments.ts'

const minuteMs = 60_000

function text(value: string): string | undefined {
  return value.trim() === '' ? undefined : value.trim()
}

/** What is no number stays visible as NaN: the server names the field. */
function number(value: string): number | undefined {
  return value.trim() === '' ? undefined : Number(value.trim())
}

function words(value: string): string[] | undefined {
  const found = value.split(/[\s,]+/).filter((word) => word !== '')
  return found.length === 0 ? undefined : found
}

/** `NAME=value` a line. */
function pairs(value: string): [string, string][] {
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    })
}

/** `NAME=value`, or `NAME=secret:OTHER` for a secret that stands on the runner. */
function environment(value: string): LaunchRequest['env'] {
  const found = pairs(value)
  if (found.length === 0) return undefined
  return Object.fromEntries(
    found.map(([name, v]) => [name, v.startsWith('secret:') ? { secret: v.slice('secret:'.length) } : v]),
  )
}

function requestOf(form: LaunchForm, arm: ArmForm): LaunchRequest {
  const settings = pairs(form.settings)
  const minutes = number(form.timeoutMinutes)
  const agentArgs = splitArguments(arm.agentArgs)
  const extraArgs = splitArguments(form.extraArgs)
  const priority = Number(form.priority)
  return {
    benchmark: form.benchmark,
    dataset: text(form.dataset),
    agent: text(arm.agent),
    model: text(arm.model),
    agentArgs: agentArgs.length === 0 ? undefined : agentArgs,
    tasks: number(form.tasks),
    attempts: number(form.attempts),
    concurrency: number(form.concurrency),
    include: words(form.include),
    exclude: words(form.exclude),
    environment: text(form.environment),
    thinking: text(form.thinking),
    timeoutMultiplier: number(form.timeoutMultiplier),
    settings: settings.length === 0 ? undefined : Object.fromEntries(settings),
    env: environment(form.env),
    extraArgs: extraArgs.length === 0 ? undefined : extraArgs,
    experiment: text(form.experiment),
    arm: text(form.experiment) === undefined ? undefined : text(arm.name),
    role: arm.role === '' ? undefined : arm.role,
    goal: text(form.experiment) === undefined ? undefined : text(form.goal),
    note: text(form.note),
    budgetUsd: number(form.budgetUsd),
    timeoutMs: minutes === undefined ? undefined : Math.round(minutes * minuteMs),
    labels: words(form.labels),
    priority: priority === 0 ? undefined : priority,
  }
}

/** One launch an arm, with only the fields that the benchmark honours. */
export function buildLaunches(form: LaunchForm, fields: readonly (keyof LaunchRequest)[]): LaunchRequest[] {
  const honoured = new Set<string>(fields)
  return form.arms.map((arm) => {
    const entries = Object.entries(requestOf(form, arm)).filter(
      ([key, value]) => honoured.has(key) && value !== undefined,
    )
    return Object.fromEntries(entries) as LaunchRequest
  })
}
