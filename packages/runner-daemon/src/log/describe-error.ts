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
  'ENOENT',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
])

/** Connection, resources, serialisation, lock, shut-down: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const outageClasses = /^(08|53|57P|58|40|55P)/

/** The database or the disk is away or full; the same thing will work later. Anything else would fail again. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(innermost(error))
  return code !== null && (outageCodes.has(code) || code.startsWith('CONNECT') || outageClasses.test(code))
}

function innermost(error: unknown): unknown {
  let last = error
  while (last instanceof Error && last.cause instanceof Error) last = last.cause
  return last
}

function codeOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : null
}
