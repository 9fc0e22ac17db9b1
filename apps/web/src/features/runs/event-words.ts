const hidden = new Set(['by', 'runId', 'runnerId', 'teamId'])

function show(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'string' ? value : String(value as number | boolean)
}

/** Events that begin another hold: their epoch tells them apart. */
const withEpoch = new Set(['claimed', 'adopted', 'requeued', 'lost'])

/** An event as its name and what it says, in the order that it says it. */
export function eventWords(
  kind: string,
  data: Record<string, unknown>,
  epoch: number,
): { title: string; detail: string } {
  const parts = Object.entries(data)
    .filter(([key, value]) => !hidden.has(key) && show(value) !== '')
    .map(([key, value]) => {
      const words = key.replace(/([A-Z])/g, ' $1').toLowerCase()
      return ['message', 'reason', 'text', 'note', 'runner', 'name'].includes(key)
        ? show(value)
        : `${words} ${show(value)}`
    })
  if (withEpoch.has(kind)) parts.push(`epoch ${epoch}`)
  return { title: kind.replaceAll(/[-_]/g, ' '), detail: parts.join(', ') }
}
