import { renderFacts } from '../output.ts'
import type { Cli } from '../program.ts'

export function registerWhoami({ program, run }: Cli): void {
  program
    .command('whoami')
    .description('who the key belongs to, and what it may do')
    .action(
      run(async ({ client, output, url }) =>
        output.answer(await client.me.whoami.query(), (me) =>
          renderFacts([
            ['person', me.email],
            ['team', me.team.name],
            ['role', me.role],
            ['by', me.via],
            ['at', url],
          ]),
        ),
      ),
    )
}
