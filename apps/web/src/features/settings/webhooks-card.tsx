'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { useNotices } from '#/components/notices.tsx'
import { RelativeTime } from '#/components/relative-time.tsx'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { QueryError } from '#/features/live/query-error.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import { NewWebhookDialog } from './new-webhook-dialog.tsx'

/** Who is told when runs end or are lost, and whether that arrives. */
export function WebhooksCard() {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const webhooks = useQuery(trpc.webhooks.list.queryOptions())
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<{ id: string; url: string } | null>(null)
  const changed = () => queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() })
  const onError = (error: Parameters<typeof errorText>[0]) => notify('error', errorText(error).message)
  const remove = useMutation(
    trpc.webhooks.delete.mutationOptions({
      onSuccess: async ({ url }) => {
        setDeleting(null)
        notify('done', `${url} is told nothing any more.`)
        await changed()
      },
      onError,
    }),
  )
  const enable = useMutation(
    trpc.webhooks.enable.mutationOptions({
      onSuccess: async ({ url }) => {
        notify('done', `${url} is told of what happens from now on.`)
        await changed()
      },
      onError,
    }),
  )
  const test = useMutation(
    trpc.webhooks.test.mutationOptions({
      onSuccess: async ({ accepted, status, reason }) => {
        notify(accepted ? 'done' : 'error', reason ?? `The test was accepted with ${status}.`)
        await changed()
      },
      onError,
    }),
  )
  return (
    <section className="card" aria-labelledby="webhooks-title">
      <header>
        <h2 id="webhooks-title">Webhooks</h2>
        <span className="-ml-1 text-muted">addresses that are told when a run ends, or contact to it is lost</span>
        <Button className="ml-auto" icon="plus" onClick={() => setCreating(true)}>
          Add webhook
        </Button>
      </header>
      <QueryError query={webhooks} what="The webhooks" />
      {webhooks.isPending ? (
        <SkeletonRows rows={1} height={36} columns={['2fr', '120px', '1fr', '110px']} />
      ) : webhooks.data === undefined || webhooks.data.length === 0 ? (
        <p className="border-t border-border px-4 py-4 text-muted">No webhook yet.</p>
      ) : (
        <table className="stack">
          <caption className="sr-only">Webhooks, oldest first</caption>
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">Told of</th>
              <th scope="col">Last delivered</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {webhooks.data.map((webhook) => (
              <tr key={webhook.id}>
                <td className="full font-code text-12 break-all">{webhook.url}</td>
                <td data-l="Told of">{webhook.events.join(', ')}</td>
                <td data-l="Last delivered">
                  {webhook.lastDeliveredAt === null ? (
                    <span className="text-muted">never</span>
                  ) : (
                    <RelativeTime at={webhook.lastDeliveredAt} every={15_000} />
                  )}
                </td>
                <td data-l="State">{stateOf(webhook)}</td>
                <td className="num">
                  <span className="inline-flex gap-2">
                    {webhook.disabledAt === null ? null : (
                      <Button
                        small
                        busy={enable.isPending && enable.variables.id === webhook.id && 'Enabling'}
                        onClick={() => enable.mutate({ id: webhook.id })}
                      >
                        Enable
                      </Button>
                    )}
                    <Button
                      small
                      busy={test.isPending && test.variables.id === webhook.id && 'Sending'}
                      onClick={() => test.mutate({ id: webhook.id })}
                    >
                      Send test
                    </Button>
                    <Button small tone="danger" onClick={() => setDeleting({ id: webhook.id, url: webhook.url })}>
                      Delete
                    </Button>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {creating ? <NewWebhookDialog onClose={() => setCreating(false)} /> : null}
      <Dialog
        open={deleting !== null}
        onOpenChange={(open) => open || setDeleting(null)}
        title="Delete this webhook?"
        description={`${deleting?.url ?? ''} is told nothing any more, not even what waits to be sent.`}
        footer={
          <>
            <Button onClick={() => setDeleting(null)}>Keep it</Button>
            <Button
              tone="destroy"
              busy={remove.isPending && 'Deleting'}
              onClick={() => deleting && remove.mutate({ id: deleting.id })}
            >
              Delete webhook
            </Button>
          </>
        }
      />
    </section>
  )
}

interface State {
  disabledReason: string | null
  failingSince: Date | null
  lastError: string | null
  pending: number
}

function stateOf({ disabledReason, failingSince, lastError, pending }: State): string {
  if (disabledReason !== null) return `Disabled. ${disabledReason}`
  const waiting = pending === 0 ? '' : ` ${pending} to be sent.`
  return failingSince === null ? `Works.${waiting}` : `Failing: ${lastError ?? ''}${waiting}`
}
