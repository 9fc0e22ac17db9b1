import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface FilterChipProps {
  pressed: boolean
  count?: number
  onPress: () => void
  children: ReactNode
  title?: string
}

/** Switches a filter, with how many it would show. */
export function FilterChip({ pressed, count, onPress, children, title }: FilterChipProps) {
  return (
    <button type="button" className="fchip" aria-pressed={pressed} onClick={onPress} title={title}>
      {children}
      {count === undefined ? null : <span className="n">{count}</span>}
    </button>
  )
}

interface FilterSelectProps {
  label: string
  value: string
  /** What stands for "no filter", such as `any`. */
  any: string
  options: readonly { value: string; text: string }[]
  onChange: (value: string) => void
}

/** A filter with many values: `Benchmark: any`. */
export function FilterSelect({ label, value, any, options, onChange }: FilterSelectProps) {
  return (
    <label className="fchip" data-on={value !== ''}>
      {label}:
      <select value={value} onChange={(event) => onChange(event.target.value)} aria-label={label}>
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <Icon name="down" small />
    </label>
  )
}
