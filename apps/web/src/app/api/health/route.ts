import { isDatabaseUp } from '#/server/is-database-up.ts'
import { services } from '#/server/services.ts'

export const dynamic = 'force-dynamic'

/** 200 when pages can be served, 503 when the database does not answer. */
export async function GET(): Promise<Response> {
  const up = await isDatabaseUp(services)
  return Response.json(
    { status: up ? 'ok' : 'database-down' },
    { status: up ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  )
}
