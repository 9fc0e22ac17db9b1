import { Field, TextInput } from '#/components/field.tsx'
import { Section, type SectionProps } from './section.tsx'

export function GoalSection({ form, set, errorOf, exists }: SectionProps & { exists: boolean }) {
  const hint =
    form.experiment.trim() === ''
      ? 'Without one, each arm is a run of its own.'
      : exists
        ? 'Exists: the arms are added to it.'
        : 'New. Letters, digits, dot, underscore.'
  return (
    <Section n={1} title="Goal">
      <div className="grid grid-cols-[240px_minmax(0,1fr)] gap-4 max-narrow:grid-cols-1">
        <Field label="Experiment" hint={hint} error={errorOf('experiment')}>
          {(control) => (
            <TextInput {...control} value={form.experiment} onChange={set('experiment')} spellCheck={false} />
          )}
        </Field>
        <Field label="Goal" hint="Shown above the arms. Markdown." error={errorOf('goal')}>
          {(control) => <TextInput {...control} value={form.goal} onChange={set('goal')} />}
        </Field>
      </div>
    </Section>
  )
}
