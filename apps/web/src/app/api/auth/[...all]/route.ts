import { authHandler } from '@paddock/auth'
import { services } from '#/server/services.ts'

export const dynamic = 'force-dynamic'

async function handle(request: Request): Promise<Response> {
  return authHandler((await services()).auth)(request)
}

export { handle as GET, handle as POST }
