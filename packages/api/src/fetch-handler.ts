import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { appRouter } from './app-router.ts'
import { readBounded } from './bounded-body.ts'
import { createContext } from './context.ts'
import { toTrpcError } from './errors/to-trpc-error.ts'
import type { ApiServices } from './services.ts'

/** Launches carry lists of up to 10,000 task names; nothing of ours is larger. */
export const maxBodyBytes = 8 * 1024 * 1024

/** Calls in one request; a page makes a dozen. */
const maxBatchSize = 100

export const apiPath = '/api/trpc'

/** Serves the whole API under `/api/trpc`: queries, mutations and server-sent events. */
export async function fetchHandler(services: ApiServices, request: Request): Promise<Response> {
  const bounded = await readBounded(request, maxBodyBytes)
  if (bounded === null) return tooLarge()
  return fetchRequestHandler({
    endpoint: apiPath,
    req: bounded,
    router: appRouter,
    // Queries may come as POST: what they carry then stands in no address, and so in no log of a proxy.
    allowMethodOverride: true,
    maxBatchSize,
    createContext: () => createContext(services, request.headers),
    onError: ({ error, path }) => {
      const mapped = toTrpcError(error)
      if (mapped.code === 'INTERNAL_SERVER_ERROR') services.report(mapped.cause ?? mapped, path)
    },
  })
}

/** In the shape of the API's other errors, so that clients can read it. */
function tooLarge(): Response {
  const message = `The request is larger than ${maxBodyBytes / 1024 / 1024} MiB.`
  const data = {
    code: 'PAYLOAD_TOO_LARGE',
    httpStatus: 413,
    reason: 'TOO_LARGE',
    hint: 'Send less at a time.',
    fields: [],
  }
  return Response.json({ error: { json: { message, code: -32013, data } } }, { status: 413 })
}
