import { teamRoles } from '@paddock/domain'
import { Option } from 'commander'
import { usageError } from '../command-error.ts'
import { parseDuration } from '../format.ts'
import { renderFacts, renderTable } from '../output.ts'
import type { Cli } from '../program.ts'

interface CreateOptions {
  name: string
  role?: (typeof teamRoles)[number]
  expires?: string
}

export function registerKeys({ program, run }: Cli): void {
  const keys = program.command('keys').description('API keys of the team')

  keys
    .command('create')
    .description('a new key; it is shown once')
    .requiredOption('--name <name>')
    .addOption(new Option('--role <role>', 'not above your own').choices(teamRoles))
    .option('--expires <duration>', 'such as 30d; without it, never')
    .action(
      run(async ({ client, output }, { expires, ...options }: CreateOptions) => {
        const expiresInMs = expires === undefined ? undefined : parseDuration(expires)
        if (expiresInMs === null) throw usageError(`--expires takes a time such as 30d, not "${expires}".`)
        const created = await client.keys.create.mutate({
          ...options,
          ...(expiresInMs === undefined ? {} : { expiresInMs }),
        })
        output.answer(created, ({ key, role, expiresAt }) =>
          renderFacts([
            ['key', key],
            ['role', role],
            ['expires', expiresAt?.toISOString() ?? 'never'],
            ['note', 'It is not shown again.'],
          ]),
        )
      }),
    )

  keys.command('list').action(
    run(async ({ client, output }) =>
      output.answer(await client.keys.list.query(), (rows) =>
        renderTable(
          ['id', 'name', 'role', 'last used', 'expires'],
          rows.map(({ id, name, role, lastUsedAt, expiresAt }) => [
            id,
            name ?? '',
            role,
            lastUsedAt?.toISOString() ?? 'never',
            expiresAt?.toISOString() ?? 'never',
          ]),
          'No key. Make one: paddock keys create --name ci',
        ),
      ),
    ),
  )

  keys
    .command('revoke')
    .argument('<id>')
    .action(
      run(async ({ client, output }, id: string) =>
        output.answer(await client.keys.revoke.mutate({ id }), ({ name }) => `${name ?? id} revoked`),
      ),
    )
}
