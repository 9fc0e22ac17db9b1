'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { Field, Select, TextInput } from '#/components/field.tsx'
import { useNotices } from '#/components/notices.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'

const minuteMs = 60_000
const spans = [
  ['', 'Until taken back'],
  [String(30 * minuteMs), '30 minutes'],
  [String(60 * minuteMs), '1 hour'],
  [String(2 * 60 * minuteMs), '2 hours'],
  [String(4 * 60 * minuteMs), '4 hours'],
  [String(24 * 60 * minuteMs), '1 day'],
  [String(7 * 24 * 60 * minuteMs), '1 week'],
] as const

const words = {
  pause: {
    title: 'Pause',
    verb: 'Pause runner',
    busy: 'Pausing',
    done: 'takes no new runs.',
    text: 'It takes no new runs; what it holds goes on.',
  },
  drain: {
    title: 'Drain',
    verb: 'Drain runner',
    busy: 'Draining',
    done: 'finishes what it holds and claims no more.',
    text: 'It finishes what it holds and claims no more, until this is taken back. Once it holds nothing it ends, unless npm start runs it or an end is set here. Started again, it keeps to this order.',
  },
}

interface OrderDialogProps {
  name: string
  kind: 'pause' | 'drain'
  onClose: () => void
}

/** An order to a runner, with a note for others and an end. */
export function OrderDialog({ name, kind, onClose }: OrderDialogProps) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const [note, setNote] = useState('')
  const [forMs, setForMs] = useState('')
  const word = words[kind]
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: trpc.runners.pathKey() })
    notify('done', `${name} ${word.done}`)
    onClose()
  }
  const pause = useMutation(trpc.runners.pause.mutationOptions({ onSuccess }))
  const drain = useMutation(trpc.runners.drain.mutationOptions({ onSuccess }))
  const order = kind === 'pause' ? pause : drain
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${word.title} ${name}?`}
      description={word.text}
      onSubmit={() =>
        order.mutate({
          name,
          ...(note.trim() === '' ? {} : { note: note.trim() }),
          ...(forMs === '' ? {} : { forMs: Number(forMs) }),
        })
      }
      footer={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button type="submit" tone="primary" busy={order.isPending && word.busy}>
            {word.verb}
          </Button>
        </>
      }
    >
      <Field
        label="Note"
        hint="Why; others see it on the card."
        error={order.error ? errorText(order.error).message : null}
      >
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            maxLength={1_000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <Field label="For">
        {(control) => (
          <Select {...control} value={forMs} onChange={(event) => setForMs(event.target.value)}>
            {spans.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Dialog>
  )
}
