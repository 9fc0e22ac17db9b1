import type { ReactNode } from 'react'
import type { Benchmark, LaunchForm, TextField } from './launch-form.ts'

export interface SectionProps {
  form: LaunchForm
  benchmark: Benchmark
  set: (field: TextField) => (event: { target: { value: string } }) => void
  errorOf: (field: string) => string | null
}

/** A numbered part of the form. */
export function Section({
  n,
  title,
  aside,
  children,
}: {
  n: number
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <fieldset className="part">
      <legend>
        <span className="n" aria-hidden="true">
          {n}
        </span>
        <h2>{title}</h2>
        {aside === undefined ? null : <span className="text-12 text-muted">{aside}</span>}
      </legend>
      {children}
    </fieldset>
  )
}
