'use client'
import { useState } from 'react'
import { Icon } from '#/components/icon.tsx'
import { useKeys } from '#/components/keys.ts'
import { JumpDialog } from './jump-dialog.tsx'

/** Opens the jump box, as does Ctrl K. */
export function JumpButton() {
  const [open, setOpen] = useState(false)
  useKeys({
    'Mod+k': (event) => {
      event.preventDefault()
      setOpen(true)
    },
  })
  return (
    <>
      <button type="button" className="find" aria-label="Search or jump to" onClick={() => setOpen(true)}>
        <Icon name="search" small />
        <span className="grow truncate">Search or jump to…</span>
        <kbd>Ctrl K</kbd>
      </button>
      {open ? <JumpDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
