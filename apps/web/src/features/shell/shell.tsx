'use client'
import { useQuery } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Icon } from '#/components/icon.tsx'
import { useKeys } from '#/components/keys.ts'
import { Menu } from '#/components/menu.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { CapacityBox } from './capacity-box.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { Mark } from './mark.tsx'
import { Nav } from './nav.tsx'
import type { Theme } from './theme.ts'
import { UserMenu } from './user-menu.tsx'
import { type Viewer, ViewerContext } from './viewer.ts'

/** Navigation beside every screen of a signed-in person. */
export function Shell({ viewer, theme, children }: { viewer: Viewer; theme: Theme; children: ReactNode }) {
  const trpc = useTRPC()
  const router = useRouter()
  const pathname = usePathname()
  const overview = useQuery(trpc.me.overview.queryOptions())
  const [keysOpen, setKeysOpen] = useState(false)
  useKeys({
    '?': () => setKeysOpen(true),
    l: () => router.push('/launch'),
    '/': (event) => {
      const box = document.querySelector<HTMLInputElement>('[data-page-search]')
      if (box === null) return
      event.preventDefault()
      box.focus()
      box.select()
    },
  })
  const team = (
    <button type="button" className="team" title={viewer.teamName}>
      <Mark />
      <span className="lbl grow truncate">{viewer.teamName}</span>
      <Icon name="updown" small />
    </button>
  )
  return (
    <ViewerContext value={viewer}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className={pathname.startsWith('/trials/') ? 'app rail' : 'app'}>
        <aside className="nav">
          <Menu align="start" trigger={team}>
            <div className="about">
              {viewer.teamName}
              <br />
              You are {viewer.role} of this team.
            </div>
          </Menu>
          <Nav counts={overview.data} />
          <div className="foot">
            <CapacityBox capacity={overview.data?.capacity} />
            <UserMenu email={viewer.email} name={viewer.name} theme={theme} onKeys={() => setKeysOpen(true)} />
          </div>
        </aside>
        {children}
      </div>
      <KeysDialog open={keysOpen} onOpenChange={setKeysOpen} />
    </ViewerContext>
  )
}
