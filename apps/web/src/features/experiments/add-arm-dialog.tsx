'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { Field, Select, TextArea, TextInput } from '#/components/field.tsx'
import { useNotices } from '#/components/notices.tsx'
import { splitArguments } from '#/features/launch/split-arguments.ts'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { configWords } from './arm-view.ts'

interface AddArmDialogProps {
  experiment: Outputs['experiments']['get']
  onClose: () => void
}

/** One more arm on the same tasks: what is left empty is inherited from a sibling. */
export function AddArmDialog({ experiment, onClose }: AddArmDialogProps) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const [form, setForm] = useState({ arm: '', role: 'variant', agent: '', model: '', agentArgs: '', note: '' })
  const set = (field: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm({ ...form, [field]: event.target.value })
  const add = useMutation(
    trpc.experiments.addArm.mutationOptions({
      onSuccess: async (launched) => {
        await queries.invalidateQueries({ queryKey: trpc.experiments.pathKey() })
        notify('done', `Arm ${launched.arm} is ${launched.status}.`)
        onClose()
      },
    }),
  )
  const failed = add.error === null ? null : errorText(add.error)
  const template = experiment.arms[0]?.launch
  const submit = () =>
    add.mutate({
      experiment: experiment.id,
      arm: form.arm.trim(),
      ...(form.role === '' ? {} : { role: form.role as 'baseline' | 'variant' }),
      ...(form.note.trim() === '' ? {} : { note: form.note.trim() }),
      overrides: {
        ...(form.agent.trim() === '' ? {} : { agent: form.agent.trim() }),
        ...(form.model.trim() === '' ? {} : { model: form.model.trim() }),
        ...(form.agentArgs.trim() === '' ? {} : { agentArgs: splitArguments(form.agentArgs) }),
      },
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Add an arm to ${experiment.id}`}
      description={`It runs on the same tasks as its siblings (${template === undefined ? '' : configWords(template)}) and inherits what you leave empty.`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button type="submit" tone="primary" busy={add.isPending && 'Launching'}>
            Launch arm
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)_140px] gap-4">
        <Field label="Arm" hint="Letters, digits, dot, underscore, dash." error={failed?.fields.arm}>
          {(control) => <TextInput {...control} autoFocus required value={form.arm} onChange={set('arm')} />}
        </Field>
        <Field label="Role">
          {(control) => (
            <Select {...control} value={form.role} onChange={set('role')}>
              <option value="variant">variant</option>
              <option value="baseline">baseline</option>
              <option value="">none</option>
            </Select>
          )}
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Agent" error={failed?.fields['overrides.agent']}>
          {(control) => (
            <TextInput
              {...control}
              value={form.agent}
              placeholder={template?.agent ?? 'inherited'}
              onChange={set('agent')}
            />
          )}
        </Field>
        <Field label="Model" error={failed?.fields['overrides.model']}>
          {(control) => (
            <TextInput
              {...control}
              value={form.model}
              placeholder={template?.model ?? 'inherited'}
              onChange={set('model')}
            />
          )}
        </Field>
      </div>
      <Field label="Agent arguments" error={failed?.fields['overrides.agentArgs']}>
        {(control) => (
          <TextInput
            {...control}
            value={form.agentArgs}
            placeholder={template?.agentArgs?.join(' ') || 'inherited'}
            onChange={set('agentArgs')}
          />
        )}
      </Field>
      <Field label="Note" error={failed?.fields.note}>
        {(control) => <TextArea {...control} rows={2} value={form.note} onChange={set('note')} />}
      </Field>
      {failed === null ? null : (
        <p role="alert" className="text-error">
          {failed.message} {failed.hint}
        </p>
      )}
    </Dialog>
  )
}
