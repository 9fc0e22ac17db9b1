import type { ArmForm, LaunchForm } from './launch-form.ts'

interface Runner {
  name: string
  state: string
  labels: readonly string[]
  capacity: number | null
  usedWeight: number
}

interface Fit extends Runner {
  words: string
}

const compared: readonly [keyof ArmForm, string][] = [
  ['agent', 'agent'],
  ['model', 'model'],
  ['agentArgs', 'agent arguments'],
]

/** In what the arms differ, in words. */
export function differences(form: LaunchForm): string {
  if (form.arms.length < 2) return '–'
  const words = compared
    .filter(([field]) => new Set(form.arms.map((arm) => arm[field].trim())).size > 1)
    .map(([, word]) => word)
  return words.length === 0 ? 'nothing: the same arm twice' : words.join(', ')
}

const online = ['ready', 'busy']

/** Runners that carry all that a launch requires; those that take nothing now say so. */
export function fitRunners(runners: readonly Runner[], requires: readonly string[]): Fit[] {
  return runners
    .filter((runner) => !['lost', 'gone'].includes(runner.state))
    .filter((runner) => requires.every((label) => runner.labels.includes(label)))
    .map((runner) => ({
      ...runner,
      words: online.includes(runner.state) ? runner.name : `${runner.name} (${runner.state})`,
    }))
}

/** When the launch would start, as far as one can tell from here. */
export function startWords(
  fit: readonly Fit[],
  weight: number,
  requires: readonly string[],
): { text: string; waits: boolean } {
  const open = fit.filter((runner) => online.includes(runner.state))
  if (open.length === 0) {
    const labels = requires.map((label) => label.replace(/^(benchmark|agent):/, '')).join(', ')
    return { text: `waits: no online runner has ${labels || 'what it needs'}`, waits: true }
  }
  const free = open.reduce(
    (sum, r) => sum + (r.capacity === null ? Number.POSITIVE_INFINITY : r.capacity - r.usedWeight),
    0,
  )
  if (free >= weight) return { text: 'at once', waits: false }
  return { text: `waits for capacity: ${Math.max(0, Number(free.toFixed(1)))} of ${weight} free`, waits: true }
}
