// Cancels a run from outside, for a test that cannot wait: node cancel-run.ts URL RUN
import { connect, requestCancel } from '@paddock/db'

const [url, runId] = process.argv.slice(2) as [string, string]
const { db, close } = connect(url, { max: 1 })
await requestCancel(db, { runId, reason: 'changed my mind', by: null })
await close()
