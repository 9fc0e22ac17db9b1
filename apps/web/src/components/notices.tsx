'use client'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const shownForMs = 6_000
/** Polite announcements of live changes: one in this time at most. */
const announceEveryMs = 10_000

interface Notice {
  id: number
  tone: 'done' | 'error'
  text: ReactNode
}

interface Notices {
  /** Shows what an action did, or why it failed. */
  notify: (tone: Notice['tone'], text: ReactNode) => void
  /** Says a change of the live data to screen readers; drops what comes too fast. */
  announce: (text: string) => void
}

const Context = createContext<Notices>({ notify: () => {}, announce: () => {} })

export function useNotices(): Notices {
  return useContext(Context)
}

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([])
  const [said, setSaid] = useState('')
  const next = useRef(0)
  const lastSaid = useRef(0)

  const close = useCallback((id: number) => setNotices((all) => all.filter((n) => n.id !== id)), [])
  const notify = useCallback(
    (tone: Notice['tone'], text: ReactNode) => {
      const id = next.current++
      setNotices((all) => [...all.slice(-2), { id, tone, text }])
      if (tone === 'done') setTimeout(() => close(id), shownForMs)
    },
    [close],
  )
  const announce = useCallback((text: string) => {
    if (Date.now() - lastSaid.current < announceEveryMs) return
    lastSaid.current = Date.now()
    setSaid(text)
  }, [])
  const value = useMemo(() => ({ notify, announce }), [notify, announce])

  return (
    <Context value={value}>
      {children}
      <div className="sr-only" aria-live="polite">
        {said}
      </div>
      <div className="toasts" aria-live="polite">
        {notices.map((notice) => (
          <div key={notice.id} className="toast" role={notice.tone === 'error' ? 'alert' : 'status'}>
            <Icon
              name={notice.tone === 'error' ? 'warning' : 'check'}
              className={notice.tone === 'error' ? 'text-error' : 'text-accent-text'}
            />
            <div className="min-w-0 grow [overflow-wrap:anywhere]">{notice.text}</div>
            <Button tone="ghost" small icon="close" aria-label="Dismiss" onClick={() => close(notice.id)} />
          </div>
        ))}
      </div>
    </Context>
  )
}
