'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Menu, MenuItem } from '#/components/menu.tsx'
import { useNotices } from '#/components/notices.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import { OrderDialog } from './order-dialog.tsx'
import type { Runner } from './runner-look.ts'

/** Pause, drain, resume. */
export function RunnerActions({ runner }: { runner: Runner }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const [asking, setAsking] = useState<'pause' | 'drain' | null>(null)
  const resume = useMutation(
    trpc.runners.resume.mutationOptions({
      onSuccess: async ({ presence }) => {
        await queries.invalidateQueries({ queryKey: trpc.runners.pathKey() })
        notify(
          'done',
          `${runner.name} takes runs again${presence === 'online' ? '' : ', once it is started on its host'}.`,
        )
      },
      onError: (error) => notify('error', errorText(error).message),
    }),
  )
  return (
    <div className="ml-auto flex items-center gap-1">
      {runner.order === null ? null : (
        <Button small busy={resume.isPending && 'Resuming'} onClick={() => resume.mutate({ name: runner.name })}>
          Resume
        </Button>
      )}
      <Menu trigger={<Button tone="ghost" small icon="more" aria-label={`Actions for ${runner.name}`} />}>
        <MenuItem icon="pause" onSelect={() => setAsking('pause')}>
          Pause…
        </MenuItem>
        <MenuItem icon="stop" onSelect={() => setAsking('drain')}>
          Drain…
        </MenuItem>
        <MenuItem icon="play" disabled={runner.order === null} onSelect={() => resume.mutate({ name: runner.name })}>
          Resume
        </MenuItem>
      </Menu>
      {asking === null ? null : <OrderDialog name={runner.name} kind={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}
