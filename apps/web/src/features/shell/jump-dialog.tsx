'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useState } from 'react'
import { Dialog } from '#/components/dialog.tsx'
import { TextInput } from '#/components/field.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { type JumpTarget, placesToJump, targetOf } from './jump-target.ts'

const shownExperiments = 8

/** Jumps to a run or trial by id, to an experiment by id or goal, or to a page. */
export function JumpDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const q = text.trim()
  const found = useQuery(
    trpc.experiments.list.queryOptions(
      { q: q || undefined, limit: shownExperiments },
      { placeholderData: keepPreviousData },
    ),
  )
  const direct = targetOf(q)
  const targets: JumpTarget[] = [
    ...(direct === null ? [] : [direct]),
    ...(found.data?.experiments ?? []).map((e) => ({
      href: `/experiments/${e.id}` as Route,
      text: e.id,
      detail: e.goal || 'experiment',
    })),
    ...placesToJump.filter((place) => q !== '' && place.text.toLowerCase().startsWith(q.toLowerCase())),
  ]
  const go = (target: JumpTarget | undefined) => {
    if (target === undefined) return
    onClose()
    router.push(target.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(targets[at])
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, targets.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Jump to">
      <TextInput
        search
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="jump-targets"
        aria-activedescendant={targets.length > 0 ? `jump-${at}` : undefined}
        aria-label="Id of a run or trial, or text of an experiment"
        placeholder="Id of a run or trial, or text of an experiment"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="jump-targets" role="listbox" aria-label="Places" className="-mx-2 grid">
        {targets.map((target, i) => (
          // The keys are the input's, above.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={target.href}
            id={`jump-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            className={`flex h-9 cursor-pointer items-center gap-3 rounded-2 px-2 ${i === at ? 'bg-selected' : ''}`}
            onClick={() => go(target)}
            onMouseMove={() => setAt(i)}
          >
            <span className="flex-none font-medium">{target.text}</span>
            <span className="truncate text-12 text-muted">{target.detail}</span>
          </div>
        ))}
        {targets.length === 0 ? <p className="px-2 text-muted">Nothing has this id or text.</p> : null}
      </div>
    </Dialog>
  )
}
