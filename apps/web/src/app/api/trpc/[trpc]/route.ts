import { fetchHandler } from '@paddock/api'
import { services } from '#/server/services.ts'

export const dynamic = 'force-dynamic'

async function handle(request: Request): Promise<Response> {
  return fetchHandler(await services(), request)
}

export { handle as GET, handle as POST }
