'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { Field, TextInput } from '#/components/field.tsx'
import { useNotices } from '#/components/notices.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'

/** Changes the team's own cap. */
export function CapDialog({ cap, onClose }: { cap: number | null; onClose: () => void }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const [text, setText] = useState(cap === null ? '' : String(cap))
  const set = useMutation(
    trpc.limits.set.mutationOptions({
      onSuccess: async ({ cap: now }) => {
        notify('done', now === null ? 'The team has no cap any more.' : `The team's cap is ${now}.`)
        onClose()
        await queries.invalidateQueries({ queryKey: trpc.limits.pathKey() })
        await queries.invalidateQueries({ queryKey: trpc.runs.pathKey() })
      },
    }),
  )
  const failed = set.error === null ? null : errorText(set.error)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Change the team's cap"
      description="Runs wait while the team would use more. What runs already goes on; a raised cap takes effect at once."
      onSubmit={() => set.mutate({ cap: text.trim() === '' ? null : Number(text) })}
      footer={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button type="submit" tone="primary" busy={set.isPending && 'Changing'}>
            Change cap
          </Button>
        </>
      }
    >
      <Field
        label="Cap"
        hint="Empty: none. 0: nothing of the team starts. A benchmark's run weighs 1 unless launched otherwise."
        error={failed?.fields.cap ?? failed?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            type="number"
            min={0}
            max={1_000_000}
            step={0.01}
            placeholder="none"
            suffix="units"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
