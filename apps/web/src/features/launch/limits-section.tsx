import type { LaunchRequest } from '@paddock/domain'
import { Field, Select, TextArea, TextInput } from '#/components/field.tsx'
import { Icon } from '#/components/icon.tsx'
import type { TextField } from './launch-form.ts'
import { Section, type SectionProps } from './section.tsx'

interface Extra {
  field: keyof LaunchRequest
  form: TextField
  label: string
  hint: string
  lines?: true
}

/** Rarely used; each appears only where the benchmark honours it. */
const extras: readonly Extra[] = [
  {
    field: 'include',
    form: 'include',
    label: 'Only these tasks',
    hint: 'Names, separated by spaces or lines.',
    lines: true,
  },
  {
    field: 'exclude',
    form: 'exclude',
    label: 'Without these tasks',
    hint: 'Names, separated by spaces or lines.',
    lines: true,
  },
  {
    field: 'env',
    form: 'env',
    label: 'Variables',
    hint: 'NAME=value a line; NAME=secret:OTHER takes a secret of the runner.',
    lines: true,
  },
  { field: 'settings', form: 'settings', label: 'Settings of the benchmark', hint: 'KEY=VALUE a line.', lines: true },
  {
    field: 'environment',
    form: 'environment',
    label: 'Environment',
    hint: 'Where trials run, such as docker or local.',
  },
  { field: 'thinking', form: 'thinking', label: 'Thinking', hint: 'Effort, in the agent’s own words.' },
  {
    field: 'timeoutMultiplier',
    form: 'timeoutMultiplier',
    label: 'Timeout multiplier',
    hint: '1 keeps the time limits of the tasks.',
  },
  {
    field: 'extraArgs',
    form: 'extraArgs',
    label: 'Extra arguments',
    hint: 'Handed to the runner program as they are.',
  },
  { field: 'note', form: 'note', label: 'Note', hint: 'Kept with every arm.' },
]

export function LimitsSection({ form, benchmark, set, errorOf }: SectionProps) {
  const shown = extras.filter((extra) => benchmark.fields.includes(extra.field))
  const used = shown.filter((extra) => form[extra.form].trim() !== '')
  const wrong = shown.some((extra) => errorOf(extra.field) !== null)
  return (
    <Section n={4} title="Limits and place">
      <div className="grid grid-cols-4 gap-4 max-narrow:grid-cols-2">
        <Field label="Budget an arm" error={errorOf('budgetUsd')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              placeholder="none"
              suffix="$"
              value={form.budgetUsd}
              onChange={set('budgetUsd')}
            />
          )}
        </Field>
        <Field label="Time limit an arm" error={errorOf('timeoutMs')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              placeholder="none"
              suffix="min"
              value={form.timeoutMinutes}
              onChange={set('timeoutMinutes')}
            />
          )}
        </Field>
        <Field label="Runner labels" error={errorOf('labels')}>
          {(control) => (
            <TextInput
              {...control}
              placeholder="any runner"
              value={form.labels}
              spellCheck={false}
              onChange={set('labels')}
            />
          )}
        </Field>
        <Field label="Priority" error={errorOf('priority')}>
          {(control) => (
            <Select {...control} value={form.priority} onChange={set('priority')}>
              <option value="50">High</option>
              <option value="0">Normal</option>
              <option value="-50">Low</option>
            </Select>
          )}
        </Field>
      </div>
      <details className="more" open={wrong || undefined}>
        <summary>
          <Icon name="right" small />
          Task lists, variables, settings, extra arguments
          <span className="font-regular text-muted max-narrow:hidden">
            {used.length === 0 ? 'all at their defaults' : `${used.length} set`}
          </span>
        </summary>
        <div className="mt-4 grid grid-cols-2 gap-4 max-narrow:grid-cols-1">
          {shown.map((extra) => (
            <Field key={extra.field} label={extra.label} hint={extra.hint} error={errorOf(extra.field)}>
              {(control) =>
                extra.lines ? (
                  <TextArea
                    {...control}
                    rows={3}
                    spellCheck={false}
                    className="font-code text-12"
                    value={form[extra.form]}
                    onChange={set(extra.form)}
                  />
                ) : (
                  <TextInput {...control} spellCheck={false} value={form[extra.form]} onChange={set(extra.form)} />
                )
              }
            </Field>
          ))}
        </div>
      </details>
    </Section>
  )
}
