'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { Icon, type IconName } from '#/components/icon.tsx'

interface Place {
  href: Route
  text: string
  icon: IconName
  count?: number
  /** Other paths that belong to it. */
  covers: readonly string[]
}

export interface NavCounts {
  experiments: number
  runs: number
  runners: number
}

function places(counts: NavCounts | undefined): Place[] {
  return [
    {
      href: '/experiments',
      text: 'Experiments',
      icon: 'flask',
      count: counts?.experiments,
      covers: ['/launch', '/trials'],
    },
    { href: '/runs', text: 'Runs', icon: 'list', count: counts?.runs, covers: [] },
    { href: '/runners', text: 'Runners', icon: 'server', count: counts?.runners, covers: [] },
    { href: '/settings', text: 'Settings', icon: 'sliders', covers: [] },
  ]
}

/** The four places. On a phone it is the bar at the bottom. */
export function Nav({ counts }: { counts: NavCounts | undefined }) {
  const path = usePathname()
  return (
    <nav aria-label="Main">
      {places(counts).map((place) => {
        const here = [place.href, ...place.covers].some((p) => path === p || path.startsWith(`${p}/`))
        return (
          <Link key={place.href} href={place.href} title={place.text} aria-current={here ? 'page' : undefined}>
            <Icon name={place.icon} />
            <span className="lbl">{place.text}</span>
            <span className="n">{place.count}</span>
          </Link>
        )
      })}
    </nav>
  )
}
