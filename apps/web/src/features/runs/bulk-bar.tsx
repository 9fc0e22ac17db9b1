'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Dialog } from '#/components/dialog.tsx'
import { useNotices } from '#/components/notices.tsx'
import { plural } from '#/format/count.ts'
import { useTRPC, useTRPCClient } from '#/trpc/client.ts'
import { errorText } from '#/trpc/error-text.ts'
import { isEnded } from './is-ended.ts'
import type { ListedRun } from './run-row.tsx'

/** Acts on the selected runs, and says what came of each. */
export function BulkBar({ runs, onDone }: { runs: readonly ListedRun[]; onDone: () => void }) {
  const trpc = useTRPC()
  const api = useTRPCClient()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const live = runs.filter((run) => !isEnded(run))
  const ended = runs.filter(isEnded)

  const forEach = async (targets: readonly ListedRun[], act: (run: ListedRun) => Promise<unknown>, done: string) => {
    setBusy(true)
    const failures: string[] = []
    for (const run of targets) {
      await act(run).catch((error: unknown) => failures.push(`${run.name}: ${errorText(error).message}`))
    }
    setBusy(false)
    setAsking(false)
    const good = targets.length - failures.length
    if (good > 0) notify('done', `${plural(good, 'run')} ${done}.`)
    for (const failure of failures) notify('error', failure)
    await queries.invalidateQueries({ queryKey: trpc.runs.pathKey() })
    onDone()
  }

  return (
    <div className="bulk" role="toolbar" aria-label="Selected runs">
      <b className="font-semibold">{runs.length} selected</b>
      <span className="mr-2 text-muted">{live.length === runs.length ? 'none ended' : `${ended.length} ended`}</span>
      {ended.length > 0 ? (
        <Button
          small
          busy={busy && 'Hiding'}
          title="Takes them off this list; nothing is removed"
          onClick={() =>
            void forEach(ended, (run) => api.runs.clearFinished.mutate({ ids: [run.id] }), 'hidden from this list')
          }
        >
          Hide {plural(ended.length, 'ended run')}
        </Button>
      ) : null}
      {live.length > 0 ? (
        <Button small tone="danger" onClick={() => setAsking(true)}>
          Cancel {plural(live.length, 'run')}
        </Button>
      ) : null}
      <Button small tone="ghost" icon="close" aria-label="Clear selection (Esc)" onClick={onDone} />
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel ${plural(live.length, 'run')}?`}
        description="Waiting runs end at once. Running ones get a moment to stop; the results so far are kept."
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Let them run</Button>
            <Button
              tone="destroy"
              busy={busy && 'Cancelling'}
              onClick={() =>
                void forEach(live, (run) => api.runs.cancel.mutate({ id: run.id }), 'cancelled or about to be')
              }
            >
              Cancel {plural(live.length, 'run')}
            </Button>
          </>
        }
      />
    </div>
  )
}
