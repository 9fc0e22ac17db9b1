'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { CommandLine } from '#/components/command-line.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { Field, Select, TextInput } from '#/components/field.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'

const choices = {
  all: { text: 'runs that end or are lost', events: undefined },
  ended: { text: 'runs that end', events: ['run.ended'] },
  lost: { text: 'runs that are lost', events: ['run.lost'] },
} as const

/** Adds an endpoint and shows its secret, once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [url, setUrl] = useState('')
  const [choice, setChoice] = useState<keyof typeof choices>('all')
  const create = useMutation(
    trpc.webhooks.create.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
    }),
  )
  if (create.data !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title="Secret of the webhook"
        description="Copy it now: it is shown only this once. Deliveries are signed with it."
        footer={
          <Button tone="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <CommandLine command={create.data.secret} />
        <p className="text-text-2">
          {create.data.url} is told from now on. How to verify what it gets stands in docs/webhooks.md.
        </p>
      </Dialog>
    )
  }
  const failed = create.error === null ? null : errorText(create.error)
  const { events } = choices[choice]
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Add a webhook"
      onSubmit={() => create.mutate({ url: url.trim(), ...(events === undefined ? {} : { events: [...events] }) })}
      footer={
        <>
          <Button onClick={onClose}>Add none</Button>
          <Button type="submit" tone="primary" busy={create.isPending && 'Adding'}>
            Add webhook
          </Button>
        </>
      }
    >
      <Field
        label="Address"
        hint="Gets a POST with a signed JSON body."
        error={failed?.fields.url ?? (failed === null ? null : failed.message)}
      >
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            required
            type="url"
            placeholder="https://"
            maxLength={2_000}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Field label="Told of">
        {(control) => (
          <Select
            {...control}
            value={choice}
            onChange={(event) => setChoice(event.target.value as keyof typeof choices)}
          >
            {Object.entries(choices).map(([key, { text }]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Dialog>
  )
}
