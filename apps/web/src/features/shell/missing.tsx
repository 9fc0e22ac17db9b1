import { LinkButton } from '#/components/button.tsx'
import { type Crumb, Screen } from './screen.tsx'

const lists = { experiment: '/experiments', run: '/runs', trial: '/runs' } as const

/** An id that nothing of the team has. */
export function Missing({ what, id, crumbs }: { what: keyof typeof lists; id: string; crumbs: readonly Crumb[] }) {
  return (
    <Screen crumbs={crumbs}>
      <section className="card grid justify-items-start gap-3 px-8 py-10">
        <h1>
          There is no {what} <span className="font-code">{id}</span>
        </h1>
        <p className="text-text-2">It may have been deleted, or belong to another team.</p>
        <LinkButton href={lists[what]}>See the list</LinkButton>
      </section>
    </Screen>
  )
}
