'use client'
import { useEffect, useRef } from 'react'

const storageKey = 'paddock.letterKeys'

/** Whether single letters act; people who dictate turn them off. */
export function letterKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function setLetterKeys(state: 'on' | 'off'): void {
  localStorage.setItem(storageKey, state)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

function inOverlay(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"],[role="menu"]') !== null
}

/** The name that a handler is registered under: `Alt+ArrowLeft`, `Mod+k`, `Escape`, `j`, `?`. */
export function keyName(event: KeyboardEvent): string {
  const mod = event.ctrlKey || event.metaKey ? 'Mod+' : ''
  return `${mod}${event.altKey ? 'Alt+' : ''}${event.key}`
}

export type KeyHandlers = Record<string, (event: KeyboardEvent) => void>

/** Page-wide keys while mounted. Letters and arrows are inert in inputs, menus and dialogs; `Mod+` ones are not. */
export function useKeys(handlers: KeyHandlers): void {
  const current = useRef(handlers)
  useEffect(() => {
    current.current = handlers
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const name = keyName(event)
      const handler = current.current[name]
      if (handler === undefined) return
      if (!name.startsWith('Mod+')) {
        if (inOverlay(event.target)) return
        if (isTyping(event.target) && name !== 'Escape') return
        if (name.length === 1 && !letterKeysOn()) return
      }
      handler(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
