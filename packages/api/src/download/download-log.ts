import { getArtifact, getRun, inTeam } from '@paddock/db'
import type { ApiServices } from '../services.ts'
import { missing, serveBlob } from './serve-blob.ts'
import { signedIn } from './signed-in.ts'

/**
 * A run's whole log as a download, of the attempt `epoch` (null: the last one that stored it); it is stored when the run has ended (until then `runs.output` has its tail).
 * @returns 401 for nobody, 404 also for a run of another team
 */
export async function downloadLog(
  services: ApiServices,
  request: Request,
  { runId, stream, epoch }: { runId: string; stream: 'stdout' | 'stderr'; epoch: number | null },
): Promise<Response> {
  const principal = await signedIn(services, request)
  if (principal instanceof Response) return principal
  if (runId.includes('\0')) return missing('There is no such run.')
  if (epoch !== null && !isEpoch(epoch)) return missing(noLog)
  const found = await inTeam(services.db, principal.teamId, async (tx) => {
    const detail = await getRun(tx, runId)
    if (detail === null) return null
    const path = `${stream}.log`
    return { run: detail.run, file: await getArtifact(tx, { runId, trialId: null, path, epoch }) }
  })
  if (found === null) return missing('There is no such run.')
  if (found.file === null) return missing(noLog)
  return serveBlob(services, found.file, `${found.run.name}.${stream}.log`)
}

const noLog = 'There is no such log: it is stored when the attempt has ended; until then see its live output.'

/** A column of 4 bytes. */
const isEpoch = (epoch: number) => Number.isInteger(epoch) && epoch > 0 && epoch < 2 ** 31
