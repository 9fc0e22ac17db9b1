import { useId } from 'react'
import { Field, Select, TextInput } from '#/components/field.tsx'
import type { Benchmark } from './launch-form.ts'
import { Section, type SectionProps } from './section.tsx'

interface TasksSectionProps extends SectionProps {
  benchmarks: readonly Benchmark[]
  onBenchmark: (id: string) => void
}

export function TasksSection({ form, benchmark, set, errorOf, benchmarks, onBenchmark }: TasksSectionProps) {
  const list = useId()
  const dataset = benchmark.datasets.find((d) => d.id === (form.dataset.trim() || benchmark.defaultDataset))
  const honours = (field: string) => (benchmark.fields as readonly string[]).includes(field)
  return (
    <Section n={2} title="Tasks" aside={benchmark.description}>
      <div className="tasks-grid">
        <Field label="Benchmark" error={errorOf('benchmark')}>
          {(control) => (
            <Select {...control} value={form.benchmark} onChange={(event) => onBenchmark(event.target.value)}>
              {benchmarks.map((b) => (
                <option key={b.id} value={b.id}>
                  {b.title}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Dataset" hint={dataset?.title} error={errorOf('dataset')}>
          {(control) => (
            <>
              <TextInput
                {...control}
                list={list}
                value={form.dataset}
                placeholder={benchmark.defaultDataset}
                onChange={set('dataset')}
                spellCheck={false}
              />
              <datalist id={list}>
                {benchmark.datasets.map((d) => (
                  <option key={d.id} value={d.id}>
                    {d.title}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="Tasks" error={errorOf('tasks')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              value={form.tasks}
              placeholder="all"
              suffix={dataset?.tasks ? `of ${dataset.tasks}` : undefined}
              onChange={set('tasks')}
            />
          )}
        </Field>
        <Field label="Attempts a task" error={errorOf('attempts')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              value={form.attempts}
              placeholder={String(benchmark.defaults.attempts)}
              onChange={set('attempts')}
            />
          )}
        </Field>
        {honours('concurrency') ? (
          <Field label="Concurrency" error={errorOf('concurrency')}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                value={form.concurrency}
                placeholder={String(benchmark.defaults.concurrency)}
                suffix="an arm"
                onChange={set('concurrency')}
              />
            )}
          </Field>
        ) : null}
      </div>
    </Section>
  )
}
