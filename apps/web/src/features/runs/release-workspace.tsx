'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { useNotices } from '#/components/notices.tsx'
import { useMay } from '#/features/shell/viewer.ts'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'

interface Left {
  runId: string
  hostId: string
  runner: string | null
  hasWorkspace: boolean
}

export function hostWords({ hostId, runner }: Pick<Left, 'hostId' | 'runner'>): string {
  return runner === null ? `host ${hostId}` : `the host of ${runner}`
}

/** Has a person vouch that nothing of a run is left on its host, then opens what that kept closed. */
export function ReleaseWorkspace({ left }: { left: Left }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const mayRelease = useMay('admin')
  const [asking, setAsking] = useState(false)
  const [checked, setChecked] = useState(false)
  const release = useMutation(
    trpc.runs.releaseWorkspace.mutationOptions({
      onSuccess: async ({ released }) => {
        setAsking(false)
        notify('done', released ? 'Released: what waited for it goes on.' : 'It was free already.')
        await queries.invalidateQueries({ queryKey: trpc.runs.pathKey() })
      },
      onError: (error) => notify('error', `${errorText(error).message} ${errorText(error).hint ?? ''}`),
    }),
  )
  const ask = (open: boolean) => {
    setChecked(false)
    setAsking(open)
  }
  const word = left.hasWorkspace ? 'Release workspace' : 'Confirm that they are gone'
  return (
    <>
      <Button small disabledReason={!mayRelease && 'Takes the role admin'} onClick={() => ask(true)}>
        {word}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={ask}
        title={
          left.hasWorkspace ? `Release the workspace of ${left.runId}?` : `Are the processes of ${left.runId} gone?`
        }
        description={`Nobody has seen its processes end on ${hostWords(left)}. If one still runs, it and the next run write to one place, and the results of both are worthless.`}
        onSubmit={() => checked && release.mutate({ id: left.runId })}
        footer={
          <>
            <Button onClick={() => ask(false)}>Leave it closed</Button>
            <Button
              type="submit"
              tone="destroy"
              busy={release.isPending && 'Releasing'}
              disabledReason={!checked && 'Check the host first'}
            >
              {word}
            </Button>
          </>
        }
      >
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-1"
            checked={checked}
            onChange={(event) => setChecked(event.target.checked)}
          />
          <span>
            I have checked {hostWords(left)}: no process of run <span className="font-code text-12">{left.runId}</span>{' '}
            is left.
          </span>
        </label>
      </Dialog>
    </>
  )
}
