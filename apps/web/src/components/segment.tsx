interface SegmentProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; text: string; title?: string }[]
  onChange: (value: T) => void
}

/** Chooses one of few views. */
export function Segment<T extends string>({ label, value, options, onChange }: SegmentProps<T>) {
  return (
    <div className="seg" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          title={option.title}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  )
}
