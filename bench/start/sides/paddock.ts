import { connect } from '@paddock/db'
import { createBenchTeam, launchRun } from '../../daemon/launch-runs.ts'
import { startBenchDaemon } from '../../daemon/start-bench-daemon.ts'
import { childScript, openChildSignal } from '../child-signal.ts'
import { measureStarts } from '../measure-starts.ts'

/** A launch by one program, the runner in another: from before the enqueue to the child's first act. */
export async function sample({ url }: { url: string }) {
  await createBenchTeam(url)
  const { db, close } = connect(url, { applicationName: 'bench', max: 1 })
  const signal = await openChildSignal()
  try {
    const environment = { BENCH_PIPE: signal.path }
    const daemon = await startBenchDaemon({ databaseUrl: url, script: childScript, environment })
    try {
      return await measureStarts(signal, () => launchRun(db))
    } finally {
      await daemon.stop()
    }
  } finally {
    await close()
    await signal.close()
  }
}
