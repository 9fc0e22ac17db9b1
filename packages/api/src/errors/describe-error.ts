import type { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { Refusal } from './refusal.ts'

export interface ErrorDescription {
  /** What happened, to what. */
  message: string
  /** What to do about it. */
  hint: string | null
  /** A code of ours for programs, where the transport code says too little. */
  reason: string | null
  /** For invalid input: each field and what is wrong with it. */
  fields: { path: string; message: string }[]
}

const maxFields = 20

/** What people and programs are told of an error; an error of ours is described without any of its text. */
export function describeError(error: TRPCError): ErrorDescription {
  const { cause } = error
  if (cause instanceof z.ZodError) return describeInvalidInput(cause)
  if (cause instanceof Refusal) {
    return { message: cause.message, hint: cause.hint, reason: cause.reason, fields: [] }
  }
  if (error.code === 'INTERNAL_SERVER_ERROR') {
    return {
      message: 'Paddock failed to answer. Nothing was changed unless you can see that it was.',
      hint: 'Try again; the log of the web program has the details.',
      reason: null,
      fields: [],
    }
  }
  return { message: error.message, hint: null, reason: null, fields: [] }
}

function describeInvalidInput(error: z.ZodError): ErrorDescription {
  const fields = error.issues.slice(0, maxFields).map((issue) => ({
    path: issue.path.map(String).join('.') || 'input',
    message: issue.message,
  }))
  const more = error.issues.length - fields.length
  const text = fields.map((field) => `${field.path}: ${field.message}`).join('; ')
  return {
    message: more > 0 ? `${text}; and ${more} more` : text,
    hint: 'Change the named fields and send it again.',
    reason: 'FIELD_INVALID',
    fields,
  }
}
