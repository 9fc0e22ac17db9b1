import { TRPCClientError } from '@trpc/client'

export interface ErrorText {
  message: string
  hint: string | null
  /** Field path → what is wrong with it. */
  fields: Record<string, string>
  status: number | null
}

/** What a person is told of a failed call: the server's own words, or that it did not answer. */
export function errorText(error: unknown): ErrorText {
  if (!(error instanceof TRPCClientError) || !error.data) {
    return {
      message: 'Paddock did not answer.',
      hint: 'What you see is kept. It is tried again as soon as the server is back.',
      fields: {},
      status: null,
    }
  }
  const fields = (error.data.fields ?? []) as { path: string; message: string }[]
  return {
    message: error.message,
    hint: (error.data.hint as string | null) ?? null,
    fields: Object.fromEntries(fields.map((field) => [field.path, field.message])),
    status: (error.data.httpStatus as number | undefined) ?? null,
  }
}
