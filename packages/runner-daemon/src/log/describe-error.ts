/**
 * One line about an error, without the statement and parameters that a database error carries in its outer message.
 */
export function describeError(error: unknown): string {
  const inner = innermost(error)
  if (!(inner instanceof Error)) return String(inner)
  return `${codeOf(inner) ?? inner.name}: ${inner.message.split('\n')[0]}`
}

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
])

/** Connection, resources, serialisation, lock, shut-down: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const outageClasses = /^(08|25006|53|57|58|40|55P)/

/** The database or the disk is away or full; the same thing will work later. */
export function isOutage(error: unknown): boolean {
  const inner = innermost(error)
  const code = codeOf(inner)
  if (code === null) return false
  // The socket of a database that is down; a missing file is no outage.
  if (code === 'ENOENT') return (inner as NodeJS.ErrnoException).syscall === 'connect'
  return outageCodes.has(code) || code.startsWith('CONNECT') || outageClasses.test(code)
}

/** The same thing would fail again: what is to be stored is itself at fault. Of anything else nobody knows. */
export function isPermanent(error: unknown): boolean {
  const inner = innermost(error)
  const isOwnFault = inner instanceof TypeError || inner instanceof RangeError || inner instanceof SyntaxError
  return codeOf(inner) === null ? isOwnFault : dataClasses.test(codeOf(inner) ?? '')
}

/** Data exception, constraint violation. */
const dataClasses = /^(22|23)[0-9A-Z]{3}$/

function innermost(error: unknown): unknown {
  let last = error
  while (last instanceof Error && last.cause instanceof Error) last = last.cause
  return last
}

function codeOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : null
}
