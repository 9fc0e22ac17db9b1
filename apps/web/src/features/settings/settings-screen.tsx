'use client'
import { Screen } from '#/features/shell/screen.tsx'
import { useMay, useViewer } from '#/features/shell/viewer.ts'
import { KeysCard } from './keys-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { MembersCard } from './members-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

/** Keys, limits and members of the team, and who is told of its runs. */
export function SettingsScreen() {
  const { teamName, role } = useViewer()
  const mayManageKeys = useMay('admin')
  return (
    <Screen crumbs={[{ text: 'Settings' }]}>
      <div className="head">
        <div>
          <h1>Settings</h1>
          <p className="text-muted">
            {teamName}; you are {role}
          </p>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {mayManageKeys ? (
          <KeysCard />
        ) : (
          <section className="card px-4 py-4 text-text-2">
            <b>API keys</b> are made by admins of the team; your role is {role}.
          </section>
        )}
        <LimitsCard />
        <MembersCard />
        {mayManageKeys ? <WebhooksCard /> : null}
      </div>
    </Screen>
  )
}
