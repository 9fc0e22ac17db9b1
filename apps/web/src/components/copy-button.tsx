'use client'
import { useState } from 'react'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'

const shownForMs = 1_600

interface CopyButtonProps {
  text: string
  label: string
  /** With a word beside the icon. */
  word?: string
  icon?: IconName
  tone?: 'ghost' | 'default'
  small?: true
  className?: string
}

/** Puts text on the clipboard and says so for a moment, in place. */
export function CopyButton({ text, label, word, icon = 'copy', tone, small, className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'refused' as const,
    )
    setOutcome(copied)
    setTimeout(() => setOutcome(null), shownForMs)
  }
  return (
    <Button
      tone={tone}
      small={small}
      className={className}
      icon={outcome === 'copied' ? 'check' : icon}
      aria-label={word ? undefined : label}
      title={outcome === 'refused' ? 'The browser refused; select the text and copy it' : label}
      onClick={() => void copy()}
    >
      {word ? (outcome === 'copied' ? 'Copied' : word) : undefined}
    </Button>
  )
}
