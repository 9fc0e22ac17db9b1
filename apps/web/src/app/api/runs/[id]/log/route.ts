import { downloadLog } from '@paddock/api'
import { services } from '#/server/services.ts'

export const dynamic = 'force-dynamic'

/** A run's whole log: `?stream=stdout` or `stderr`, of its last attempt or of `&epoch=N`. */
export async function GET(request: Request, { params }: RouteContext<'/api/runs/[id]/log'>): Promise<Response> {
  const { id } = await params
  const { searchParams } = new URL(request.url)
  const stream = searchParams.get('stream') === 'stderr' ? 'stderr' : 'stdout'
  const epoch = searchParams.get('epoch')
  return downloadLog(await services(), request, { runId: id, stream, epoch: epoch === null ? null : Number(epoch) })
}
