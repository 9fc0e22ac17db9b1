'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { Field, TextInput } from '#/components/field.tsx'
import { useNotices } from '#/components/notices.tsx'
import { useMay } from '#/features/shell/viewer.ts'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'

interface CancelRunProps {
  run: { id: string; name: string; status: string; cancelRequestedAt: Date | null }
}

/** Asks, then cancels. */
export function CancelRun({ run }: CancelRunProps) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const mayCancel = useMay('member')
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const cancel = useMutation(
    trpc.runs.cancel.mutationOptions({
      onSuccess: async ({ outcome }) => {
        setAsking(false)
        notify(
          'done',
          outcome === 'terminal'
            ? 'It had ended already.'
            : outcome === 'cancelled'
              ? 'Cancelled.'
              : 'It stops now; results so far are kept.',
        )
        await queries.invalidateQueries({ queryKey: trpc.runs.pathKey() })
      },
    }),
  )
  return (
    <>
      <Button
        tone="danger"
        icon="stop"
        disabledReason={
          !mayCancel ? 'Takes the role member' : run.cancelRequestedAt !== null && 'It is being cancelled already'
        }
        onClick={() => setAsking(true)}
      >
        Cancel run
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel ${run.name}?`}
        description={
          run.status === 'queued'
            ? 'It has not started: it ends at once.'
            : 'Its processes are asked to stop, then stopped. Trials that have ended are kept; those under way are lost.'
        }
        onSubmit={() => cancel.mutate({ id: run.id, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) })}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Let it run</Button>
            <Button type="submit" tone="destroy" busy={cancel.isPending && 'Cancelling'}>
              Cancel run
            </Button>
          </>
        }
      >
        <Field
          label="Reason"
          hint="Optional; shown on its timeline."
          error={cancel.error ? errorText(cancel.error).message : null}
        >
          {(control) => (
            <TextInput
              {...control}
              autoFocus
              maxLength={1_000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </Dialog>
    </>
  )
}
