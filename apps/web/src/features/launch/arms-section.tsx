'use client'
import { useId } from 'react'
import { ArmMarker } from '#/components/arm-marker.tsx'
import { Button } from '#/components/button.tsx'
import { Select, TextInput } from '#/components/field.tsx'
import { type ArmForm, type Benchmark, type LaunchForm, nextArm } from './launch-form.ts'
import { Section } from './section.tsx'

interface ArmsSectionProps {
  form: LaunchForm
  benchmark: Benchmark
  onChange: (arms: ArmForm[]) => void
  /** Per arm: field → what is wrong. */
  errors: readonly Record<string, string>[]
}

const armFields = ['arm', 'role', 'agent', 'model', 'agentArgs'] as const

export function ArmsSection({ form, benchmark, onChange, errors }: ArmsSectionProps) {
  const agents = useId()
  const hasArguments = benchmark.fields.includes('agentArgs')
  const update = (at: number, change: Partial<ArmForm>) =>
    onChange(form.arms.map((arm, i) => (i === at ? { ...arm, ...change } : arm)))
  const layout = hasArguments ? 'armrow with-arguments' : 'armrow'
  const baseline = form.arms.findIndex((arm) => arm.role === 'baseline')
  const seriesOf = (at: number) => (at === baseline ? 0 : baseline >= 0 && at > baseline ? at : at + 1)
  return (
    <Section n={3} title="Arms">
      <div className={`${layout} headings`} aria-hidden="true">
        <span />
        <span>Name</span>
        <span>Role</span>
        <span>Agent</span>
        <span>Model</span>
        {hasArguments ? <span>Agent arguments</span> : null}
        <span />
      </div>
      {form.arms.map((arm, i) => {
        const wrong = errors[i] ?? {}
        const about = (field: (typeof armFields)[number]) => ({
          'aria-invalid': wrong[field] === undefined ? undefined : (true as const),
          'aria-describedby': wrong[field] === undefined ? undefined : `arm-${arm.key}-wrong`,
          title: wrong[field],
        })
        const known = benchmark.agents.find((a) => a.id === arm.agent.split(':')[0])
        const said = armFields.flatMap((field) => (wrong[field] === undefined ? [] : `${field}: ${wrong[field]}`))
        return (
          <div key={arm.key} className="arm-entry">
            <div className={layout} role="group" aria-label={`Arm ${arm.name}`}>
              <ArmMarker series={{ index: seriesOf(i) }} />
              <TextInput
                {...about('arm')}
                className="font-medium"
                aria-label="Arm name"
                value={arm.name}
                spellCheck={false}
                onChange={(e) => update(i, { name: e.target.value })}
              />
              <Select
                {...about('role')}
                aria-label="Role"
                value={arm.role}
                onChange={(e) => update(i, { role: e.target.value as ArmForm['role'] })}
              >
                <option value="baseline">baseline</option>
                <option value="variant">variant</option>
                <option value="">no role</option>
              </Select>
              <TextInput
                {...about('agent')}
                aria-label="Agent"
                list={agents}
                placeholder={benchmark.defaultAgent}
                value={arm.agent}
                spellCheck={false}
                onChange={(e) => update(i, { agent: e.target.value })}
              />
              <TextInput
                {...about('model')}
                aria-label="Model"
                placeholder={
                  known === undefined || known.needsModel ? (known?.example ?? 'provider/model') : 'none needed'
                }
                value={arm.model}
                spellCheck={false}
                onChange={(e) => update(i, { model: e.target.value })}
              />
              {hasArguments ? (
                <TextInput
                  {...about('agentArgs')}
                  aria-label="Agent arguments"
                  placeholder="name=value …"
                  value={arm.agentArgs}
                  spellCheck={false}
                  onChange={(e) => update(i, { agentArgs: e.target.value })}
                />
              ) : null}
              <Button
                tone="ghost"
                small
                icon="close"
                aria-label={`Remove arm ${arm.name}`}
                disabledReason={form.arms.length === 1 && 'A launch has at least one arm'}
                onClick={() => onChange(form.arms.filter((_, at) => at !== i))}
              />
            </div>
            {said.length === 0 ? null : (
              <p id={`arm-${arm.key}-wrong`} role="alert" className="pl-6 text-12 text-error">
                {said.join('; ')}
              </p>
            )}
          </div>
        )
      })}
      <datalist id={agents}>
        {benchmark.agents.map((agent) => (
          <option key={agent.id} value={agent.id === 'coin' ? (agent.example ?? agent.id) : agent.id}>
            {agent.title}
          </option>
        ))}
      </datalist>
      <Button small icon="plus" className="mt-2" onClick={() => onChange([...form.arms, nextArm(form)])}>
        Add arm
      </Button>
    </Section>
  )
}
