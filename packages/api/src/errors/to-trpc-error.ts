import { LaunchRefused } from '@paddock/benchmarks/command'
import { InvalidCursor } from '@paddock/db'
import { UnknownArm } from '@paddock/domain'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { Refusal } from './refusal.ts'

/** The one map from what our code throws to what travels. Anything unknown is a fault of ours. */
export function toTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error.cause === undefined ? error : fromCause(error, error.cause)
  if (error instanceof Refusal) return refused(error)
  if (error instanceof LaunchRefused) {
    return refused(
      new Refusal('LAUNCH_INVALID', `${error.field}: ${error.message}`, 'Change this field and send it again.'),
    )
  }
  if (error instanceof UnknownArm) return refused(new Refusal('UNKNOWN_ARM', error.message))
  if (error instanceof InvalidCursor) {
    return refused(
      new Refusal('FIELD_INVALID', 'cursor: is not a cursor of this list', 'Take the one that the page before gave.'),
    )
  }
  if (error instanceof z.ZodError) return new TRPCError({ code: 'BAD_REQUEST', message: 'invalid input', cause: error })
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'internal error', cause: error })
}

/** tRPC wraps whatever a resolver throws as an internal error with the original as its cause. */
function fromCause(error: TRPCError, cause: Error): TRPCError {
  return error.code === 'INTERNAL_SERVER_ERROR' && !(cause instanceof TRPCError) ? toTrpcErrorOnce(error, cause) : error
}

function toTrpcErrorOnce(error: TRPCError, cause: Error): TRPCError {
  const mapped = toTrpcError(cause)
  return mapped.code === 'INTERNAL_SERVER_ERROR' ? error : mapped
}

function refused(refusal: Refusal): TRPCError {
  return new TRPCError({ code: refusal.transportCode, message: refusal.message, cause: refusal })
}
