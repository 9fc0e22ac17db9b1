import type { NewArtifact } from '@paddock/db'
import { recordArtifacts } from '@paddock/db'
import type { Host } from '../host.ts'
import { readCappedLog } from '../output/cap-log.ts'
import { logSize } from '../output/follow-log.ts'
import { logPath, type RunRecord } from '../process/run-record.ts'
import type { Redactor } from '../redact/create-redactor.ts'
import { redactStream } from '../redact/redact-stream.ts'

/** Stores the whole log of a run (but for an elided middle) as its own artifacts. Again: nothing changes. */
export async function storeRunLog(
  { db, blobs }: Pick<Host, 'db' | 'blobs'>,
  record: RunRecord,
  redactor: Redactor,
): Promise<'stored' | 'fenced'> {
  const artifacts: NewArtifact[] = []
  for (const stream of ['stdout', 'stderr'] as const) {
    if (logSize(logPath(record, stream)) === 0) continue
    const blob = await blobs.put(redactStream(readCappedLog(record, stream), redactor))
    artifacts.push({ ...blob, trialId: null, path: `${stream}.log`, mediaType: 'text/plain' })
  }
  if (artifacts.length === 0) return 'stored'
  const { runId, epoch } = record
  return (await recordArtifacts(db, { runId, epoch, artifacts })) ? 'stored' : 'fenced'
}
