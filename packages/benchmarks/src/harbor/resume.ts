import { join } from 'node:path'
import { type Command, type CommandContext, LaunchRefused, type Resume } from '../port.ts'
import { buildHarborCommand } from './command.ts'
import { planResume } from './scan/plan-resume.ts'

/** Names of Python classes. */
const errorType = /^[A-Za-z_][A-Za-z0-9_.]{0,199}$/

/**
 * `harbor job resume` takes everything from the job's config.json. The runner's settings are asked again, and secrets
 * come as at the launch: config.json holds references to variables in their place.
 * @throws LaunchRefused where the runner's settings no longer allow what the launch names
 */
export const harborResume: Resume = {
  plan: planResume,
  buildCommand(request, context, errorTypes) {
    const odd = errorTypes.find((type) => !errorType.test(type))
    if (odd !== undefined) throw new LaunchRefused('settings', `"${odd}" is no error type`)
    return { ...buildHarborCommand(request, context), argv: argvOf(context, errorTypes) }
  },
}

function argvOf({ executable, jobsDir, runName }: CommandContext, errorTypes: readonly string[]): Command['argv'] {
  return [
    ...(executable ?? ['harbor']),
    'job',
    'resume',
    '-p',
    join(jobsDir, runName),
    ...errorTypes.flatMap((type) => ['-f', type]),
  ]
}
