import type { ReactNode } from 'react'
import { Mark } from '#/features/shell/mark.tsx'

/** The frame of the pages before sign-in. */
export function DoorFrame({ version, host, children }: { version: string; host: string; children: ReactNode }) {
  return (
    <div className="door">
      <header>
        <Mark />
        <span className="brand">Paddock</span>
      </header>
      <main>{children}</main>
      <footer>
        <span>Paddock {version}</span>
        <span>{host}</span>
      </footer>
    </div>
  )
}
