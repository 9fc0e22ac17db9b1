import type { TRPC_ERROR_CODE_KEY } from '@trpc/server'

/** What the API can answer instead of doing what was asked: a code for programs, and the transport code it travels as. */
const transportCodes = {
  UNKNOWN_RUN: 'NOT_FOUND',
  UNKNOWN_TRIAL: 'NOT_FOUND',
  UNKNOWN_TRACE: 'NOT_FOUND',
  UNKNOWN_EXPERIMENT: 'NOT_FOUND',
  UNKNOWN_ARM: 'NOT_FOUND',
  UNKNOWN_RUNNER: 'NOT_FOUND',
  UNKNOWN_BENCHMARK: 'NOT_FOUND',
  UNKNOWN_KEY: 'NOT_FOUND',
  UNKNOWN_WEBHOOK: 'NOT_FOUND',
  LAUNCH_INVALID: 'BAD_REQUEST',
  FIELD_INVALID: 'BAD_REQUEST',
  BROKEN_TEXT: 'BAD_REQUEST',
  NAME_TAKEN: 'CONFLICT',
  ARM_TAKEN: 'CONFLICT',
  KEY_REUSED: 'CONFLICT',
  TOO_MANY: 'CONFLICT',
  RUN_LIVE: 'CONFLICT',
  RUN_NOT_LOST: 'CONFLICT',
  RUN_NOT_TERMINAL: 'CONFLICT',
  PROCESSES_LEFT: 'CONFLICT',
  NOT_RESUMABLE: 'PRECONDITION_FAILED',
  NO_TEMPLATE: 'PRECONDITION_FAILED',
  NO_RUNNER: 'PRECONDITION_FAILED',
  NOT_SIGNED_IN: 'UNAUTHORIZED',
  ROLE_TOO_LOW: 'FORBIDDEN',
  FOREIGN_ORIGIN: 'FORBIDDEN',
} as const satisfies Record<string, TRPC_ERROR_CODE_KEY>

export type RefusalReason = keyof typeof transportCodes

/** An expected answer other than success. The message says what happened to what; the hint what to do about it. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly reason: RefusalReason
  readonly hint: string | null
  constructor(reason: RefusalReason, message: string, hint: string | null = null) {
    super(message)
    this.reason = reason
    this.hint = hint
  }

  get transportCode(): TRPC_ERROR_CODE_KEY {
    return transportCodes[this.reason]
  }
}
