/** Names become directory names: 128 characters at most. */
const maxNameChars = 128
const maxSlugChars = 60

/** What follows the last slash, in the characters of a name; `run` where nothing is left. */
export function slugOf(text: string): string {
  const last = text.slice(text.lastIndexOf('/') + 1)
  const slug = last.replace(/[^A-Za-z0-9_.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '')
  return slug.slice(0, maxSlugChars) || 'run'
}

/**
 * The name of a run that stands alone: `<model, agent or benchmark>-<UTC stamp>-<end of its id>`.
 * @param of whatever of the three the launch names, the most telling first
 */
export function defaultRunName(of: string, now: Date, runId: string): string {
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return `${slugOf(of)}-${stamp}-${runId.slice(-4)}`
}

/**
 * The name of an arm's n-th run, `<experiment>-<arm>[-n]`.
 * @returns null when it would be longer than a name may be
 */
export function armRunName(experiment: string, arm: string, n: number): string | null {
  const name = n === 1 ? `${experiment}-${arm}` : `${experiment}-${arm}-${n}`
  return name.length <= maxNameChars ? name : null
}
