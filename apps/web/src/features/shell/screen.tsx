'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { type ReactNode, useEffect } from 'react'
import { Icon } from '#/components/icon.tsx'
import { InterruptedStrip } from '#/features/live/interrupted-strip.tsx'
import { LiveLight } from '#/features/live/live-light.tsx'
import { JumpButton } from './jump-button.tsx'
import { useViewer } from './viewer.ts'

export interface Crumb {
  text: string
  /** Absent for the page itself, the last. */
  href?: Route
}

interface ScreenProps {
  crumbs: readonly Crumb[]
  /** Narrow navigation, the content to the edges of the window. */
  rail?: true
  children: ReactNode
}

/** One screen beside the navigation: where it stands, jump, live light, and the content. */
export function Screen({ crumbs, rail, children }: ScreenProps) {
  const { teamName } = useViewer()
  const title = crumbs.at(-1)?.text ?? 'Paddock'
  useEffect(() => {
    document.title = `${title} · Paddock`
  }, [title])
  return (
    <div className={`main ${rail ? 'railed' : ''}`}>
      <div className="top">
        <Crumbs root={crumbs.length === 1 ? teamName : null} crumbs={crumbs} />
        <JumpButton />
        <LiveLight />
      </div>
      <InterruptedStrip />
      <main id="main" className="page" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Crumbs({ root, crumbs }: { root: string | null; crumbs: readonly Crumb[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {root === null ? null : <li>{root}</li>}
        {crumbs.map((crumb, i) => (
          <li key={`${crumb.text} ${crumb.href}`}>
            {i === 0 && root === null ? null : <Icon name="right" />}
            {crumb.href === undefined ? (
              <b className="truncate" aria-current="page">
                {crumb.text}
              </b>
            ) : (
              <Link href={crumb.href}>{crumb.text}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
