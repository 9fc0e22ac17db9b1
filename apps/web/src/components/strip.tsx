import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'warning' | 'error' | 'calm'
const looks: Record<Tone, { className: string; icon: IconName }> = {
  warning: { className: '', icon: 'warning' },
  error: { className: 'err', icon: 'warning' },
  calm: { className: 'calm', icon: 'info' },
}

interface StripProps {
  tone?: Tone
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
}

/** What happened, what was kept, what to do; stands above the last good data. */
export function Strip({ tone = 'warning', title, children, action, className = '' }: StripProps) {
  const look = looks[tone]
  return (
    <div className={`strip ${look.className} ${className}`} role={tone === 'error' ? 'alert' : 'note'}>
      <Icon name={look.icon} />
      <div className="min-w-0 grow [overflow-wrap:anywhere]">
        <b>{title}</b> <span className="text-text-2">{children}</span>
      </div>
      {action}
    </div>
  )
}
