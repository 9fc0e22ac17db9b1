'use client'
import { useQuery } from '@tanstack/react-query'
import { Screen } from '#/features/shell/screen.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { KeysCard } from './keys-card.tsx'
import { MembersCard } from './members-card.tsx'

/** Keys and members of the team. */
export function SettingsScreen() {
  const trpc = useTRPC()
  const me = useQuery(trpc.me.whoami.queryOptions())
  const isAdmin = me.data?.role === 'admin' || me.data?.role === 'owner'
  return (
    <Screen crumbs={[{ text: 'Settings' }]}>
      <div className="head">
        <div>
          <h1>Settings</h1>
          <p className="text-muted">{me.data === undefined ? ' ' : `${me.data.team.name}; you are ${me.data.role}`}</p>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {me.isPending ? null : isAdmin ? (
          <KeysCard />
        ) : (
          <section className="card px-4 py-4 text-text-2">
            <b>API keys</b> are made by admins of the team; your role is {me.data?.role ?? 'unknown'}.
          </section>
        )}
        <MembersCard />
      </div>
    </Screen>
  )
}
