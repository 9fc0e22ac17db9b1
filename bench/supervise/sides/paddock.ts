import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@paddock/db'
import { createBenchTeam, launchRun } from '../../daemon/launch-runs.ts'
import { startBenchDaemon } from '../../daemon/start-bench-daemon.ts'
import { childrenOf, cpuSeconds, pssMb } from '../proc.ts'

const few = 50
const many = 200
/** Until what a burst of starts left behind is collected, and every periodic task has run. */
const settleMs = 12_000
const idleMs = 15_000

/** One daemon with 50, then 200 runs that sleep: memory of the daemon and its shims, not of the runs; CPU at rest. */
export async function sample({ url }: { url: string }) {
  await createBenchTeam(url)
  const daemon = await startBenchDaemon({ databaseUrl: url, script: 'exec sleep 3600\n', environment: {} })
  const { db, close } = connect(url, { applicationName: 'bench', max: 4 })
  try {
    await sleep(settleMs)
    const alone = pssMb(daemon.pid)
    await launchUntil(few)
    const atFew = memory()
    await launchUntil(many)
    const atMany = memory()
    const [before, start] = [cpuOfAll(), performance.now()]
    await sleep(idleMs)
    const idle = (cpuOfAll() - before) / ((performance.now() - start) / 1_000)
    return {
      daemon_alone_mb: alone,
      daemon_few_mb: atFew.daemon,
      daemon_many_mb: atMany.daemon,
      shim_mb: atMany.shims / many,
      run_few_mb: (atFew.daemon + atFew.shims) / few,
      run_many_mb: (atMany.daemon + atMany.shims) / many,
      idle_cpu_percent: idle * 100,
    }
  } finally {
    await close()
    await daemon.stop()
  }

  async function launchUntil(count: number): Promise<void> {
    const missing = count - childrenOf(daemon.pid).length
    await Promise.all(Array.from({ length: missing }, () => launchRun(db)))
    while (childrenOf(daemon.pid).length < count) await sleep(100)
    await sleep(settleMs)
  }

  function memory() {
    return {
      daemon: pssMb(daemon.pid),
      shims: childrenOf(daemon.pid).reduce((sum, pid) => sum + pssMb(pid), 0),
    }
  }

  function cpuOfAll(): number {
    return [daemon.pid, ...childrenOf(daemon.pid)].reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  }
}
