import Link from 'next/link'
import { DoorFrame } from '#/features/door/door-frame.tsx'
import { InstallationFacts } from '#/features/door/installation-facts.tsx'
import { SetupForm } from '#/features/door/setup-form.tsx'
import { installation } from '#/server/installation.ts'
import { isOwned } from '#/server/owned.ts'

export const metadata = { title: 'Create the owner · Paddock' }

export default async function SetupPage({ searchParams }: PageProps<'/setup'>) {
  const { token } = await searchParams
  return (
    <DoorFrame {...installation()}>
      {(await isOwned()) ? (
        <section className="card box">
          <h1>This installation has its owner</h1>
          <p className="text-text-2">The link worked once. Whoever joins now is invited by an owner or admin.</p>
          <Link className="link" href="/sign-in">
            Sign in
          </Link>
        </section>
      ) : typeof token === 'string' && token !== '' ? (
        <section className="card wide">
          <SetupForm token={token} />
          <InstallationFacts />
        </section>
      ) : (
        <section className="card box">
          <h1>This link is incomplete</h1>
          <p className="text-text-2">
            The owner is created with the one-time link that Paddock prints when it starts, <code>/setup?token=…</code>.
            Copy the whole line.
          </p>
          <Link className="link" href="/sign-in">
            Sign in instead
          </Link>
        </section>
      )}
    </DoorFrame>
  )
}
