import { buildCommands } from '@paddock/benchmarks/command'
import { benchmarkDefinitions } from '@paddock/benchmarks/definition'
import type { LaunchRequest } from '@paddock/domain'

/** Where the runner's own configuration decides, the preview says so. */
const jobsDir = '<jobs directory>'

export interface CommandPreview {
  argv: string[]
  cwd: string
  envNames: string[]
}

/**
 * The command as a runner with the benchmark's default settings would build it; a runner's own configuration may put
 * another executable in its place. Values of variables stay hidden.
 * @throws LaunchRefused naming the field
 */
export function previewCommand(launch: LaunchRequest, name: string | null): CommandPreview | null {
  const build = Object.hasOwn(buildCommands, launch.benchmark) ? buildCommands[launch.benchmark] : undefined
  const program = benchmarkDefinitions[launch.benchmark]?.program
  if (build === undefined || program === undefined) return null
  const command = build(launch, {
    runId: '<run id>',
    epoch: 1,
    runName: name ?? 'run-name',
    jobsDir,
    executable: [program],
    settings: {},
  })
  return { argv: command.argv, cwd: command.cwd, envNames: Object.keys(command.env).sort() }
}
