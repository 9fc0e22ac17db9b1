import { webhookEvents } from '@paddock/domain'
import { Option } from 'commander'
import { exitCodes } from '../exit-codes.ts'
import { renderFacts, renderTable } from '../output.ts'
import type { Cli } from '../program.ts'

export function registerWebhooks({ program, run }: Cli): void {
  const webhooks = program.command('webhooks').description('who is told when runs of the team end or are lost')

  webhooks
    .command('create')
    .description('a new endpoint; its secret is shown once')
    .argument('<url>')
    .addOption(new Option('--event <event...>', 'only these; without it, all').choices(webhookEvents))
    .action(
      run(async ({ client, output }, url: string, { event }: { event?: (typeof webhookEvents)[number][] }) => {
        const created = await client.webhooks.create.mutate({ url, ...(event === undefined ? {} : { events: event }) })
        output.answer(created, ({ id, url: told, events, secret }) =>
          renderFacts([
            ['id', id],
            ['url', told],
            ['events', events.join(', ')],
            ['secret', secret],
            ['note', 'The secret is not shown again. Deliveries are signed with it: docs/webhooks.md.'],
          ]),
        )
      }),
    )

  webhooks.command('list').action(
    run(async ({ client, output }) =>
      output.answer(await client.webhooks.list.query(), (rows) =>
        renderTable(
          ['id', 'url', 'events', 'state', 'pending', 'last delivered'],
          rows.map((row) => [
            row.id,
            row.url,
            row.events.join(','),
            stateOf(row),
            String(row.pending),
            row.lastDeliveredAt?.toISOString() ?? 'never',
          ]),
          'No webhook. Make one: paddock webhooks create https://…',
        ),
      ),
    ),
  )

  webhooks
    .command('delete')
    .argument('<id>')
    .action(
      run(async ({ client, output }, id: string) =>
        output.answer(await client.webhooks.delete.mutate({ id }), ({ url }) => `${url} is told nothing any more`),
      ),
    )

  webhooks
    .command('enable')
    .description('has one that was disabled hear again')
    .argument('<id>')
    .action(
      run(async ({ client, output }, id: string) =>
        output.answer(
          await client.webhooks.enable.mutate({ id }),
          ({ url }) => `${url} is told of what happens from now on`,
        ),
      ),
    )

  webhooks
    .command('test')
    .description('sends a webhook.test now, and says how it went')
    .argument('<id>')
    .action(
      run(async ({ client, output }, id: string) => {
        const sent = await client.webhooks.test.mutate({ id })
        output.answer(sent, ({ status, reason }) => reason ?? `accepted: ${status}`)
        return sent.accepted ? exitCodes.done : exitCodes.failed
      }),
    )

  webhooks
    .command('deliveries')
    .description('the newest deliveries of one')
    .argument('<id>')
    .option('--limit <n>', 'how many', '50')
    .action(
      run(async ({ client, output }, id: string, { limit }: { limit: string }) =>
        output.answer(await client.webhooks.deliveries.query({ id, limit: Number(limit) }), (rows) =>
          renderTable(
            ['id', 'event', 'at', 'state', 'attempts', 'last answer'],
            rows.map((row) => [
              row.id,
              row.event,
              row.createdAt.toISOString(),
              row.state,
              String(row.attempts),
              row.lastError ?? String(row.lastStatus ?? ''),
            ]),
            'Nothing yet.',
          ),
        ),
      ),
    )
}

function stateOf({
  disabledReason,
  failingSince,
  lastError,
}: {
  disabledReason: string | null
  failingSince: Date | null
  lastError: string | null
}): string {
  if (disabledReason !== null) return `disabled: ${disabledReason}`
  return failingSince === null ? 'ok' : `failing since ${failingSince.toISOString()}: ${lastError ?? ''}`
}
