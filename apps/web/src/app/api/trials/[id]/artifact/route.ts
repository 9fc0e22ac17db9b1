import { downloadArtifact } from '@paddock/api'
import { services } from '#/server/services.ts'

export const dynamic = 'force-dynamic'

/** A file that a trial left: `?path=…`. */
export async function GET(request: Request, { params }: RouteContext<'/api/trials/[id]/artifact'>): Promise<Response> {
  const { id } = await params
  const path = new URL(request.url).searchParams.get('path') ?? ''
  return downloadArtifact(await services(), request, { trialId: id, path })
}
