import { getArtifact, getTrial, inTeam } from '@paddock/db'
import type { ApiServices } from '../services.ts'
import { missing, serveBlob } from './serve-blob.ts'
import { signedIn } from './signed-in.ts'

/**
 * A file that a trial left, as a download.
 * @returns 401 for nobody, 404 also for a trial of another team
 */
export async function downloadArtifact(
  services: ApiServices,
  request: Request,
  { trialId, path }: { trialId: string; path: string },
): Promise<Response> {
  const principal = await signedIn(services, request)
  if (principal instanceof Response) return principal
  if (path.includes('\0') || trialId.includes('\0')) return missing('There is no such file.')
  const file = await inTeam(services.db, principal.teamId, async (tx) => {
    const trial = await getTrial(tx, trialId)
    return trial === null ? null : getArtifact(tx, { runId: trial.runId, trialId, path })
  })
  if (file === null) return missing('There is no such file.')
  return serveBlob(services, file, path.slice(path.lastIndexOf('/') + 1))
}
