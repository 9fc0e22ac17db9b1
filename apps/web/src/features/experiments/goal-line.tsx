'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { TextArea } from '#/components/field.tsx'
import { useKeys } from '#/components/keys.ts'
import { Markdown } from '#/components/markdown.tsx'
import { useNotices } from '#/components/notices.tsx'
import { useMay } from '#/features/shell/viewer.ts'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'

/** The goal, edited in place: `e`, Ctrl Enter, Esc. */
export function GoalLine({ experimentId, goal }: { experimentId: string; goal: string }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const mayEdit = useMay('member')
  const [draft, setDraft] = useState<string | null>(null)
  const edit = useMutation(
    trpc.experiments.edit.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: trpc.experiments.get.queryKey({ id: experimentId }) })
        setDraft(null)
      },
      onError: (error) => notify('error', `The goal was not saved. ${errorText(error).message}`),
    }),
  )
  useKeys({
    e: (event) => {
      event.preventDefault()
      if (mayEdit) setDraft(goal)
    },
  })
  if (draft === null) {
    return (
      <div className="goal">
        {goal === '' ? <span className="text-muted">No goal stated.</span> : <Markdown text={goal} />}
        {mayEdit ? (
          <Button
            tone="ghost"
            small
            icon="pencil"
            aria-label="Edit goal"
            title="Edit goal (e)"
            onClick={() => setDraft(goal)}
          />
        ) : null}
      </div>
    )
  }
  const save = () => edit.mutate({ id: experimentId, goal: draft.trim() })
  return (
    <form
      className="goal flex-wrap"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextArea
        boxClassName="grow basis-120"
        aria-label="Goal, Markdown"
        rows={2}
        autoFocus
        maxLength={10_000}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDraft(null)
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      <Button type="submit" small busy={edit.isPending && 'Saving'}>
        Save goal
      </Button>
      <Button small tone="ghost" onClick={() => setDraft(null)}>
        Keep as it was
      </Button>
    </form>
  )
}
