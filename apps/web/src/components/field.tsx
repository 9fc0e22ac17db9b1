import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** What is wrong and what to write instead; takes the hint's place. */
  error?: string | null
  className?: string
  /** Shown at the right of the label. */
  aside?: ReactNode
  children: (control: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
}

/** Label, control and what stands under it, tied together for screen readers. */
export function Field({ label, hint, error, className = '', aside, children }: FieldProps) {
  const id = useId()
  const note = `${id}-note`
  const described = hint || error ? note : undefined
  return (
    <div className={`field ${className}`}>
      <span className="label-text">
        <label htmlFor={id}>{label}</label>
        {aside ? <span className="ml-auto">{aside}</span> : null}
      </span>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
      {error ? (
        <span className="hint wrong" id={note} role="alert">
          {error}
        </span>
      ) : hint ? (
        <span className="hint" id={note}>
          {hint}
        </span>
      ) : null}
    </div>
  )
}

interface TextInputProps extends ComponentProps<'input'> {
  suffix?: ReactNode
  search?: true
  soft?: true
  boxClassName?: string
}

/** One line of text in the house's box. */
export function TextInput({ suffix, search, soft, boxClassName = '', ...input }: TextInputProps) {
  return (
    <span
      className={`input ${soft ? 'soft' : ''} ${boxClassName}`}
      data-invalid={input['aria-invalid'] ? true : undefined}
      data-disabled={input.disabled || undefined}
    >
      {search ? <Icon name="search" small /> : null}
      <input {...input} />
      {suffix === undefined ? null : <span className="suffix">{suffix}</span>}
    </span>
  )
}

export function TextArea({ boxClassName = '', ...area }: ComponentProps<'textarea'> & { boxClassName?: string }) {
  return (
    <span className={`input area ${boxClassName}`} data-invalid={area['aria-invalid'] ? true : undefined}>
      <textarea {...area} />
    </span>
  )
}

interface SelectProps extends ComponentProps<'select'> {
  boxClassName?: string
}

/** The platform's own list: it works with every keyboard, screen reader and phone. */
export function Select({ boxClassName = '', children, ...select }: SelectProps) {
  return (
    <span
      className={`input ${boxClassName}`}
      data-invalid={select['aria-invalid'] ? true : undefined}
      data-disabled={select.disabled || undefined}
    >
      <select {...select}>{children}</select>
      <Icon name="down" small className="pointer-events-none" />
    </span>
  )
}
