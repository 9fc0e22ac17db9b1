'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { useNotices } from '#/components/notices.tsx'
import { useMay } from '#/features/shell/viewer.ts'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'

interface GiveUpRunProps {
  run: { id: string; name: string; runner: { name: string } | null }
}

/** Says what giving up on a lost run means, then does. */
export function GiveUpRun({ run }: GiveUpRunProps) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const mayGiveUp = useMay('admin')
  const [asking, setAsking] = useState(false)
  const giveUp = useMutation(
    trpc.runs.giveUp.mutationOptions({
      onSuccess: async () => {
        setAsking(false)
        notify('done', 'Given up: it has ended as orphaned.')
        await queries.invalidateQueries({ queryKey: trpc.runs.pathKey() })
      },
      onError: (error) => notify('error', `${errorText(error).message} ${errorText(error).hint ?? ''}`),
    }),
  )
  const host = run.runner === null ? 'its host' : `the host of ${run.runner.name}`
  return (
    <>
      <Button small disabledReason={!mayGiveUp && 'Takes the role admin'} onClick={() => setAsking(true)}>
        Give up on it
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Give up on ${run.name}?`}
        description="It ends now, as orphaned; results so far are kept. This cannot be taken back."
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Wait for its host</Button>
            <Button tone="destroy" busy={giveUp.isPending && 'Giving up'} onClick={() => giveUp.mutate({ id: run.id })}>
              Give up on it
            </Button>
          </>
        }
      >
        <ul className="grid list-disc gap-1 pl-5 text-text-2">
          <li>Its processes may still run on {host}. When that host returns, they are ended and not adopted.</li>
          <li>What they write from now on is not recorded.</li>
          <li>Its workspace, if it has one, stays closed until then, or until somebody releases it.</li>
        </ul>
      </Dialog>
    </>
  )
}
