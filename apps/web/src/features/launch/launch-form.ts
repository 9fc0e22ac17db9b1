import type { Outputs } from '#/trpc/outputs.ts'

export type Benchmark = Outputs['benchmarks']['list'][number]

export interface ArmForm {
  key: string
  name: string
  role: 'baseline' | 'variant' | ''
  agent: string
  model: string
  agentArgs: string
}

/** The form as typed; empty means: the benchmark's default. */
export interface LaunchForm {
  experiment: string
  goal: string
  benchmark: string
  dataset: string
  tasks: string
  attempts: string
  concurrency: string
  arms: ArmForm[]
  budgetUsd: string
  timeoutMinutes: string
  labels: string
  priority: string
  include: string
  exclude: string
  environment: string
  thinking: string
  timeoutMultiplier: string
  settings: string
  env: string
  extraArgs: string
  note: string
}

export type TextField = Exclude<keyof LaunchForm, 'arms'>

const blank: LaunchForm = {
  experiment: '',
  goal: '',
  benchmark: '',
  dataset: '',
  tasks: '',
  attempts: '',
  concurrency: '',
  arms: [],
  budgetUsd: '',
  timeoutMinutes: '',
  labels: '',
  priority: '0',
  include: '',
  exclude: '',
  environment: '',
  thinking: '',
  timeoutMultiplier: '',
  settings: '',
  env: '',
  extraArgs: '',
  note: '',
}

function arm(key: string, name: string, role: ArmForm['role'], agent: string): ArmForm {
  return { key, name, role, agent, model: '', agentArgs: '' }
}

/** What a newcomer finds: two arms that need no key and no container, so that a first result needs no reading. */
export function startForm(benchmark: string): LaunchForm {
  if (benchmark === 'harbor') {
    return {
      ...blank,
      benchmark,
      experiment: 'harbor.first_look',
      goal: 'Does the harness tell the reference solution from doing nothing?',
      dataset: 'paddock-samples',
      attempts: '2',
      concurrency: '2',
      arms: [arm('1', 'oracle', 'baseline', 'oracle'), arm('2', 'nop', 'variant', 'nop')],
    }
  }
  return {
    ...blank,
    benchmark,
    experiment: `${benchmark}.first_look`,
    goal: 'Does the comparison tell a perfect agent from one that solves about 6 tasks in 10?',
    tasks: '20',
    attempts: '2',
    concurrency: '4',
    arms: [arm('1', 'oracle', 'baseline', 'oracle'), arm('2', 'coin', 'variant', 'coin:0.6:7')],
  }
}

/** Another arm like the last one, under a name that is free. */
export function nextArm(form: LaunchForm): ArmForm {
  const last = form.arms.at(-1)
  const names = new Set(form.arms.map((one) => one.name))
  const base = (last?.name ?? 'arm').replace(/-\d+$/, '')
  let n = 2
  while (names.has(`${base}-${n}`)) n++
  const key = String(1 + Math.max(0, ...form.arms.map((one) => Number(one.key))))
  return { ...(last ?? arm('', '', '', '')), key, name: `${base}-${n}`, role: 'variant' }
}

/** `edit.first_look`, or the next number after it where that is taken. */
export function freeExperimentId(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  let n = 2
  while (taken.includes(`${wanted}${n}`)) n++
  return `${wanted}${n}`
}
