import type { Cli } from '../program.ts'
import { registerArm } from './arm.ts'
import { registerBenchmarks } from './benchmarks.ts'
import { registerCancel } from './cancel.ts'
import { registerCompare } from './compare.ts'
import { registerDelete } from './delete.ts'
import { registerDoctor } from './doctor.ts'
import { registerExperiment } from './experiment.ts'
import { registerExperiments } from './experiments.ts'
import { registerGiveUp } from './give-up.ts'
import { registerKeys } from './keys.ts'
import { registerLaunch } from './launch.ts'
import { registerLimits } from './limits.ts'
import { registerLogin } from './login.ts'
import { registerLogs } from './logs.ts'
import { registerOpen } from './open.ts'
import { registerReleaseWorkspace } from './release-workspace.ts'
import { registerResume } from './resume.ts'
import { registerRetry } from './retry.ts'
import { registerRun } from './run.ts'
import { registerRunners } from './runners.ts'
import { registerRuns } from './runs.ts'
import { registerTrace } from './trace.ts'
import { registerTrials } from './trials.ts'
import { registerWait } from './wait.ts'
import { registerWebhooks } from './webhooks.ts'
import { registerWhoami } from './whoami.ts'

export function registerCommands(cli: Cli): void {
  registerLaunch(cli)
  registerRuns(cli)
  registerRun(cli)
  registerWait(cli)
  registerCancel(cli)
  registerGiveUp(cli)
  registerReleaseWorkspace(cli)
  registerRetry(cli)
  registerResume(cli)
  registerDelete(cli)
  registerLogs(cli)
  registerTrials(cli)
  registerTrace(cli)
  registerExperiments(cli)
  registerExperiment(cli)
  registerArm(cli)
  registerCompare(cli)
  registerRunners(cli)
  registerBenchmarks(cli)
  registerKeys(cli)
  registerLimits(cli)
  registerWebhooks(cli)
  registerLogin(cli)
  registerWhoami(cli)
  registerDoctor(cli)
  registerOpen(cli)
}
