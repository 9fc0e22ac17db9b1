import type { Route } from 'next'

export interface JumpTarget {
  href: Route
  text: string
  detail: string
}

const id = /^([rt])[23456789abcdefghijkmnpqrstuvwxyz]{7,10}$/

/** What a typed text names by itself: the id of a run or of a trial. */
export function targetOf(text: string): JumpTarget | null {
  const kind = id.exec(text)?.[1]
  if (kind === 'r' && text.length === 8) return { href: `/runs/${text}` as Route, text, detail: 'run' }
  if (kind === 't' && text.length === 11) return { href: `/trials/${text}` as Route, text, detail: 'trial' }
  return null
}

export const placesToJump: readonly JumpTarget[] = [
  { href: '/launch', text: 'Launch', detail: 'page' },
  { href: '/experiments', text: 'Experiments', detail: 'page' },
  { href: '/runs', text: 'Runs', detail: 'page' },
  { href: '/runners', text: 'Runners', detail: 'page' },
  { href: '/settings', text: 'Settings', detail: 'page' },
]
