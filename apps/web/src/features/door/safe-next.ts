/** Where to go after signing in: a path of Paddock's own, whatever the address says. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/experiments'
  return next
}
