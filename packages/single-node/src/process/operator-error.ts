/** A failure that the operator can act on: `message` says what is wrong, `hint` what to do about it. */
export class OperatorError extends Error {
  readonly code: string
  readonly hint: string

  constructor(code: string, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperatorError'
    this.code = code
    this.hint = hint
  }
}
