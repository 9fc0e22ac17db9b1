import { TRPCError } from '@trpc/server'
import superjson from 'superjson'

/** superjson, but input that is not its format is the caller's error and not ours. */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: read },
  output: { serialize: superjson.serialize, deserialize: superjson.deserialize },
}

function read(value: Parameters<typeof superjson.deserialize>[0]): unknown {
  try {
    return superjson.deserialize(value)
  } catch (cause) {
    throw new TRPCError({
      code: 'BAD_REQUEST',
      message: 'The input is not in the format of this API (superjson).',
      cause: new TRPCError({ code: 'BAD_REQUEST', message: cause instanceof Error ? cause.name : 'unreadable' }),
    })
  }
}
