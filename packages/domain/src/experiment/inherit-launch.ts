import type { LaunchRequest } from '../launch/launch-request.ts'

/** An arm that another may inherit from. */
export interface ArmTemplate {
  name: string
  launch: LaunchRequest
  createdAt: Date
  /** Tasks that its trials were seen on. */
  observedTasks: readonly string[]
  observedTrials: number
}

/** What may differ from the template; what is left out is inherited. */
export type ArmOverrides = Partial<
  Pick<
    LaunchRequest,
    | 'agent'
    | 'model'
    | 'agentArgs'
    | 'thinking'
    | 'prewalk'
    | 'env'
    | 'extraArgs'
    | 'include'
    | 'priority'
    | 'weight'
    | 'labels'
    | 'budgetUsd'
  >
>

/** Belong to one arm: never inherited. */
const ownFields = ['name', 'arm', 'role', 'note', 'goal'] as const

/**
 * The sibling to inherit from: the longest recorded task list; with none recorded the most observed trials; ties the
 * newest.
 * @returns null without a sibling
 */
export function chooseTemplate(arms: readonly ArmTemplate[]): ArmTemplate | null {
  const recorded = arms.some((arm) => recordedTasks(arm) > 0)
  const size = (arm: ArmTemplate) => (recorded ? recordedTasks(arm) : arm.observedTrials)
  const ordered = [...arms].sort((a, b) => size(b) - size(a) || b.createdAt.getTime() - a.createdAt.getTime())
  return ordered[0] ?? null
}

function recordedTasks(arm: ArmTemplate): number {
  return arm.launch.include?.length ?? 0
}

/**
 * The launch of a new arm: the template's, with the overrides, on the same task sample. Where the template records no
 * list of tasks, the sample is what its trials were seen on.
 */
export function inheritLaunch(
  template: ArmTemplate,
  arm: { experiment: string; name: string },
  overrides: ArmOverrides,
): LaunchRequest {
  const inherited: LaunchRequest = { ...template.launch }
  for (const field of ownFields) delete inherited[field]
  const sample = overrides.include ?? inherited.include ?? observedSample(template)
  const launch: LaunchRequest = {
    ...inherited,
    ...withoutUndefined(overrides),
    experiment: arm.experiment,
    arm: arm.name,
  }
  if (sample === undefined) return launch
  // The list says it all: a limit or an exclusion beside it would cut it again.
  const { tasks: _tasks, exclude: _exclude, ...rest } = launch
  return { ...rest, include: [...sample] }
}

/** A dataset `org/name` calls its tasks `org/task`, where trials carry the bare name. */
function observedSample(template: ArmTemplate): string[] | undefined {
  const tasks = [...new Set(template.observedTasks)].sort()
  if (tasks.length === 0) return undefined
  const organisation = organisationOf(template.launch.dataset)
  if (organisation === null) return tasks
  return tasks.map((task) => (task.includes('/') ? task : `${organisation}/${task}`))
}

function organisationOf(dataset: string | undefined): string | null {
  const match = /^([A-Za-z0-9_.-]+)\/[A-Za-z0-9_.-]+(@.*)?$/.exec(dataset ?? '')
  return match?.[1] ?? null
}

function withoutUndefined(overrides: ArmOverrides): ArmOverrides {
  return Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))
}
