import { archiveFiles, type BlobStore } from '@paddock/artifacts'
import { type Db, recordArtifacts } from '@paddock/db'
import type { Redactor } from '../redact/create-redactor.ts'
import { redactStream } from '../redact/redact-stream.ts'

export interface TrialFiles {
  runId: string
  epoch: number
  trialId: string
  /** The run's directory. */
  directory: string
  /** Relative to it. */
  paths: string[]
  /** The trial's own directory, relative to the run's: what its artifacts are named from. */
  trialDirectory: string | null
}

/** Puts the files of an ended trial into the blob store and into its rows. Doing it again changes nothing. */
export async function archiveTrial(
  db: Db,
  blobs: BlobStore,
  { runId, epoch, trialId, directory, paths, trialDirectory }: TrialFiles,
  redactor: Redactor,
): Promise<'stored' | 'fenced'> {
  const redact = (content: AsyncIterable<Uint8Array>) => redactStream(content, redactor)
  const { files } = await archiveFiles(blobs, { directory, paths, redact })
  const prefix = trialDirectory === null ? '' : `${trialDirectory}/`
  const artifacts = files.map((file) => ({
    ...file,
    trialId,
    path: file.path.startsWith(prefix) ? file.path.slice(prefix.length) : file.path,
  }))
  if (artifacts.length === 0) return 'stored'
  return (await recordArtifacts(db, { runId, epoch, artifacts })) ? 'stored' : 'fenced'
}
