import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'default' | 'primary' | 'ghost' | 'danger' | 'destroy'

interface Look {
  tone?: Tone
  small?: true
  icon?: IconName
}

function classes({ tone = 'default', small }: Look, square: string, className: string): string {
  return ['btn', tone === 'default' ? '' : tone, small ? 'small' : '', square, className].filter(Boolean).join(' ')
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'>, Look {
  children?: ReactNode
  /** The verb while it works, such as `Launching`; the button stays and does nothing more. */
  busy?: string | false
  /** Why it cannot be pressed; shown as its tooltip. */
  disabledReason?: string | false | null
}

/** A button in the house's looks. A disabled one stays reachable and says why. */
export function Button(props: ButtonProps) {
  const { tone, small, icon, busy, disabledReason, children, className = '', onClick, title, ...rest } = props
  const off = Boolean(busy) || Boolean(disabledReason)
  return (
    <button
      type="button"
      {...rest}
      className={classes({ tone, small }, children === undefined ? 'square' : '', className)}
      aria-disabled={off || undefined}
      title={disabledReason || title}
      onClick={off ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Icon name="clock" small={small} /> : icon ? <Icon name={icon} small={small} /> : null}
      {busy ? `${busy}…` : children}
    </button>
  )
}

interface LinkButtonProps extends ComponentProps<typeof Link>, Look {}

/** A link that looks like a button, for actions that open a page. */
export function LinkButton({ tone, small, icon, children, className = '', ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classes({ tone, small }, children === undefined ? 'square' : '', className)}>
      {icon ? <Icon name={icon} small={small} /> : null}
      {children}
    </Link>
  )
}
