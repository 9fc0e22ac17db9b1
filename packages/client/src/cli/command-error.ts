import { exitCodes } from './exit-codes.ts'

/** An end of a command that its user can act on. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly code: string
  readonly exitCode: number
  readonly hint: string | null
  constructor(code: string, exitCode: number, message: string, hint: string | null = null) {
    super(message)
    this.code = code
    this.exitCode = exitCode
    this.hint = hint
  }
}

export const usageError = (message: string, hint: string | null = null) =>
  new CommandError('USAGE', exitCodes.usage, message, hint)
