import { isCancel, password } from '@clack/prompts'
import { createClient } from '../../create-client.ts'
import { CommandError, usageError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { deleteLogin, writeLogin } from '../login-file.ts'
import type { Cli } from '../program.ts'

/** Stores address and key for the next calls, once the key was seen to work. */
export function registerLogin({ program, run }: Cli): void {
  program
    .command('login')
    .description('keep address and API key for the next commands')
    .action(
      run(async ({ url, environment, output }) => {
        const apiKey = program.opts<{ apiKey?: string }>().apiKey ?? environment.apiKey ?? (await askForKey())
        const me = await createClient({ url, apiKey }).me.whoami.query()
        await writeLogin(environment.loginFile, { url, apiKey })
        output.answer(
          { url, email: me.email, team: me.team.name, role: me.role },
          () => `Signed in at ${url} as ${me.email} (${me.role} of ${me.team.name}).`,
        )
      }),
    )

  program
    .command('logout')
    .description('forget address and API key')
    .action(
      run(async ({ environment, output }) => {
        await deleteLogin(environment.loginFile)
        output.answer(
          { loggedOut: true },
          () => 'Forgotten. The key itself is still valid: revoke it with "paddock keys revoke".',
        )
      }),
    )
}

async function askForKey(): Promise<string> {
  if (!process.stdin.isTTY)
    throw usageError('No key: give --api-key or PADDOCK_API_KEY.', 'Make one under Settings, API keys.')
  const answer = await password({ message: 'API key (Settings, API keys)' })
  if (isCancel(answer)) throw new CommandError('CANCELLED', exitCodes.cancelled, 'Nothing was stored.')
  return answer
}
