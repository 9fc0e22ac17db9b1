import { OperatorError } from '../process/operator-error.ts'

/**
 * Puts what kept the database from being prepared into words that name the server and never the password. `error` is
 * what `migrate` threw; codes are Node's and PostgreSQL's (appendix A of its manual).
 */
export function explainDatabaseError(error: unknown, databaseUrl: string): OperatorError {
  const { hostname, port, pathname, username } = new URL(databaseUrl)
  const server = `${hostname}:${port || 5432}`
  const database = decodeURIComponent(pathname.slice(1)) || username
  const message = error instanceof Error ? error.message : String(error)
  const because = { cause: error }
  if (error instanceof Error && error.name === 'RolesMissing') {
    return new OperatorError(
      'database_roles',
      message,
      'Then start again. The operator guide says what each role is for.',
      because,
    )
  }
  if (/needs PostgreSQL 15/.test(message)) {
    return new OperatorError('database_too_old', message, 'Give a newer one with --database-url.', because)
  }
  switch (rootCode(error)) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'CONNECT_TIMEOUT':
      return new OperatorError(
        'database_unreachable',
        `no PostgreSQL answers at ${server}`,
        'Check host and port in --database-url, and that the server listens there.',
        because,
      )
    case '28P01':
    case '28000':
      return new OperatorError(
        'database_login',
        `PostgreSQL at ${server} refused the user ${username}: ${message}`,
        'Check user and password in --database-url.',
        because,
      )
    case '3D000':
      return new OperatorError(
        'database_missing',
        `PostgreSQL at ${server} has no database ${database}`,
        `Have it created: create database ${database}`,
        because,
      )
    default:
      return new OperatorError(
        'database_failed',
        `the database at ${server} could not be prepared: ${rootMessage(error)}`,
        'Nothing was changed by the step that failed; start again when its cause is gone.',
        because,
      )
  }
}

// An error of the query builder carries the statement and its values in its message; the server's own stands behind.
function rootOf(error: unknown): unknown {
  let found = error
  while (found instanceof Error && found.cause instanceof Error) found = found.cause
  return found
}

function rootCode(error: unknown): unknown {
  const root = rootOf(error)
  if (root instanceof AggregateError) return (root.errors[0] as { code?: unknown } | undefined)?.code
  return (root as { code?: unknown } | null)?.code
}

function rootMessage(error: unknown): string {
  const root = rootOf(error)
  return root instanceof Error ? root.message : String(root)
}
