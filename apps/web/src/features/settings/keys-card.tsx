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
import { NewKeyDialog } from './new-key-dialog.tsx'

/** The team's API keys: made here, shown once, revoked here. */
export function KeysCard() {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const keys = useQuery(trpc.keys.list.queryOptions())
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<{ id: string; name: string } | null>(null)
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: async ({ name }) => {
        setRevoking(null)
        notify('done', `Key ${name ?? ''} does not work any more.`)
        await queries.invalidateQueries({ queryKey: trpc.keys.pathKey() })
      },
      onError: (error) => notify('error', errorText(error).message),
    }),
  )
  return (
    <section className="card" aria-labelledby="keys-title">
      <header>
        <h2 id="keys-title">API keys</h2>
        <span className="-ml-1 text-muted">
          for scripts and the command line; a key carries a role and speaks for whoever made it
        </span>
        <Button className="ml-auto" icon="plus" onClick={() => setCreating(true)}>
          Create key
        </Button>
      </header>
      <QueryError query={keys} what="The keys" />
      {keys.isPending ? (
        <SkeletonRows rows={2} height={36} columns={['1fr', '120px', '90px', '1fr', '110px']} />
      ) : keys.data === undefined || keys.data.length === 0 ? (
        <p className="border-t border-border px-4 py-4 text-muted">No key yet.</p>
      ) : (
        <table className="stack">
          <caption className="sr-only">API keys, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Begins with</th>
              <th scope="col">Role</th>
              <th scope="col">Of</th>
              <th scope="col">Created</th>
              <th scope="col">Last used</th>
              <th scope="col">Expires</th>
              <th scope="col">
                <span className="sr-only">Revoke</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.data.map((key) => (
              <tr key={key.id}>
                <td className="full font-medium">{key.name ?? 'unnamed'}</td>
                <td data-l="Begins with" className="font-code text-12">
                  {key.start}…
                </td>
                <td data-l="Role">{key.role}</td>
                <td data-l="Of">{key.email}</td>
                <td data-l="Created">
                  <RelativeTime at={key.createdAt} every={15_000} />
                </td>
                <td data-l="Last used">
                  {key.lastUsedAt === null ? (
                    <span className="text-muted">never</span>
                  ) : (
                    <RelativeTime at={key.lastUsedAt} every={15_000} />
                  )}
                </td>
                <td data-l="Expires">
                  {key.expiresAt === null ? (
                    <span className="text-muted">never</span>
                  ) : (
                    <RelativeTime at={key.expiresAt} every={15_000} />
                  )}
                </td>
                <td className="num">
                  <Button small tone="danger" onClick={() => setRevoking({ id: key.id, name: key.name ?? 'unnamed' })}>
                    Revoke key
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {creating ? <NewKeyDialog onClose={() => setCreating(false)} /> : null}
      <Dialog
        open={revoking !== null}
        onOpenChange={(open) => open || setRevoking(null)}
        title={`Revoke ${revoking?.name ?? ''}?`}
        description="Scripts that use it are refused from the next request on. This cannot be taken back."
        footer={
          <>
            <Button onClick={() => setRevoking(null)}>Keep it</Button>
            <Button
              tone="destroy"
              busy={revoke.isPending && 'Revoking'}
              onClick={() => revoking && revoke.mutate({ id: revoking.id })}
            >
              Revoke key
            </Button>
          </>
        }
      />
    </section>
  )
}
