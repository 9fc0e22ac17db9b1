/** Nesting that no input of ours comes near. */
const maxDepth = 64

/**
 * PostgreSQL takes neither NUL nor a half of a surrogate pair, in text or in JSON.
 * @returns the path of the first string or key that has one, or of a value nested too deeply; null when all is well
 */
export function findBrokenText(value: unknown): { path: string; problem: string } | null {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, depth } = next
    const problem = depth > maxDepth ? 'is nested too deeply' : problemOf(next.value)
    if (problem !== null) return { path: path || 'input', problem }
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, child] of Object.entries(next.value)) {
      if (problemOf(key) !== null) return { path: path || 'input', problem: 'has a key that is not clean text' }
      pending.push({ value: child, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 })
    }
  }
  return null
}

function problemOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (value.includes('\0')) return 'contains a NUL character'
  return value.isWellFormed() ? null : 'contains half of a surrogate pair'
}
