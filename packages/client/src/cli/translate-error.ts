import type { AppRouter } from '@paddock/api'
import { TRPCClientError } from '@trpc/client'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

/** What a failed call means to the person at the command line. An error of the command line itself passes through. */
export function translateError(error: unknown, url: string): CommandError {
  if (error instanceof CommandError) return error
  if (!(error instanceof TRPCClientError)) {
    const message = error instanceof Error ? error.message : String(error)
    return Object.assign(new CommandError('INTERNAL', exitCodes.failed, message), { cause: error })
  }
  const { data } = error as TRPCClientError<AppRouter>
  if (!data) {
    return new CommandError(
      'UNREACHABLE',
      exitCodes.unreachable,
      `No answer from Paddock at ${url} (${rootCause(error)}).`,
      'Is it running? Start it with "npm start", or name another address with --url or PADDOCK_URL.',
    )
  }
  return new CommandError(data.reason ?? data.code, exitCodeOfTransport(data.code), error.message, data.hint)
}

function exitCodeOfTransport(code: string): number {
  switch (code) {
    case 'NOT_FOUND':
      return exitCodes.notFound
    case 'UNAUTHORIZED':
    case 'FORBIDDEN':
      return exitCodes.notAllowed
    case 'BAD_REQUEST':
    case 'PARSE_ERROR':
      return exitCodes.usage
    default:
      return exitCodes.failed
  }
}

function rootCause(error: Error): string {
  let inner: unknown = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  const { code, message } = inner as NodeJS.ErrnoException
  return code ?? message
}
