'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { CommandLine } from '#/components/command-line.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { Field, Select, TextInput } from '#/components/field.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'

const dayMs = 24 * 3_600_000
const roles = ['viewer', 'member', 'admin'] as const

/** Makes a key and shows it, once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<(typeof roles)[number]>('member')
  const [days, setDays] = useState('90')
  const create = useMutation(
    trpc.keys.create.mutationOptions({ onSuccess: () => queries.invalidateQueries({ queryKey: trpc.keys.pathKey() }) }),
  )
  const failed = create.error === null ? null : errorText(create.error)
  if (create.data !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title={`Key ${create.data.name}`}
        description="Copy it now: it is shown only this once."
        footer={
          <Button tone="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <CommandLine command={create.data.key} />
        <p className="text-text-2">The command line takes it from the environment:</p>
        <CommandLine command={`export PADDOCK_URL=${location.origin} PADDOCK_API_KEY=${create.data.key}`} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Create a key"
      onSubmit={() =>
        create.mutate({ name: name.trim(), role, expiresInMs: days === '' ? null : Number(days) * dayMs })
      }
      footer={
        <>
          <Button onClick={onClose}>Create none</Button>
          <Button type="submit" tone="primary" busy={create.isPending && 'Creating'}>
            Create key
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        hint="What it is for, such as nightly."
        error={failed?.fields.name ?? (failed === null ? null : failed.message)}
      >
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            required
            maxLength={64}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Role" error={failed?.fields.role}>
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={(event) => setRole(event.target.value as (typeof roles)[number])}
            >
              {roles.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Expires">
          {(control) => (
            <Select {...control} value={days} onChange={(event) => setDays(event.target.value)}>
              <option value="7">in 7 days</option>
              <option value="30">in 30 days</option>
              <option value="90">in 90 days</option>
              <option value="365">in a year</option>
              <option value="">never</option>
            </Select>
          )}
        </Field>
      </div>
    </Dialog>
  )
}
