import { downloadLog } from '@paddock/api'
import { services } from '#/server/services.ts'

export const dynamic = 'force-dynamic'

/** A run's whole log: `?stream=stdout` or `stderr`. */
export async function GET(request: Request, { params }: RouteContext<'/api/runs/[id]/log'>): Promise<Response> {
  const { id } = await params
  const stream = new URL(request.url).searchParams.get('stream') === 'stderr' ? 'stderr' : 'stdout'
  return downloadLog(await services(), request, { runId: id, stream })
}
