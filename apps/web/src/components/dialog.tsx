'use client'
import { Dialog as Radix } from 'radix-ui'
import { type FormEvent, type ReactNode, useRef } from 'react'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  wide?: true
  /** Buttons, the one that acts last. */
  footer?: ReactNode
  /** Makes the whole a form. */
  onSubmit?: () => void
  children?: ReactNode
}

/** A modal question. Esc and a click beside it close it; focus returns to where it was. */
export function Dialog({ open, onOpenChange, title, description, wide, footer, onSubmit, children }: DialogProps) {
  const opener = useRef<Element | null>(null)
  const inside = (
    <>
      {children ? <div className="body">{children}</div> : <div className="h-4" />}
      {footer ? <footer>{footer}</footer> : null}
    </>
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={`dialog ${wide ? 'wide' : ''}`}
          // Radix gives focus back to a trigger of its own only.
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={() => {
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header>
            <Radix.Title asChild>
              <h2 className="text-16">{title}</h2>
            </Radix.Title>
            {description ? (
              <Radix.Description asChild>
                <div className="mt-1 text-text-2">{description}</div>
              </Radix.Description>
            ) : null}
          </header>
          {onSubmit ? <form onSubmit={submit}>{inside}</form> : inside}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
