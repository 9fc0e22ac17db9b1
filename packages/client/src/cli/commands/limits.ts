import { usageError } from '../command-error.ts'
import { renderFacts } from '../output.ts'
import type { Cli } from '../program.ts'

interface Limits {
  cap: number | null
  used: number
  share: number
  installation: { cap: number | null; used: number }
}

export function registerLimits({ program, run }: Cli): void {
  const limits = program
    .command('limits')
    .description('how much of the fleet the team may use at once, and does')
    .action(run(async ({ client, output }) => output.answer(await client.limits.get.query(), renderLimits)))

  limits
    .command('set')
    .description("the team's own cap; its share and the installation's cap belong to whoever has the machine")
    .requiredOption('--cap <units>', 'weight units in use at once, or none; 0: nothing of the team starts')
    .action(
      run(async ({ client, output }, { cap }: { cap: string }) =>
        output.answer(await client.limits.set.mutate({ cap: parseCap(cap) }), renderLimits),
      ),
    )
}

function parseCap(text: string): number | null {
  if (text === 'none') return null
  const cap = Number(text)
  if (text.trim() === '' || !(cap >= 0)) throw usageError(`--cap takes units such as 8 or 0.5, or none, not "${text}".`)
  return cap
}

function renderLimits({ cap, used, share, installation }: Limits): string {
  return renderFacts([
    ['team', `${used} in use, ${capWords(cap)}${cap === 0 ? ': nothing of the team starts' : ''}`],
    ['share', `${share} (teams that wait take turns in proportion to theirs)`],
    ['installation', `${installation.used} in use, ${capWords(installation.cap)}`],
  ])
}

const capWords = (cap: number | null) => (cap === null ? 'no cap' : `cap ${cap}`)
