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
import type { Outputs } from '#/trpc/outputs.ts'

type Run = Outputs['runs']['get']

interface ResumeRunProps {
  run: Pick<Run, 'id' | 'name'> & { resume: NonNullable<Run['resume']> }
}

/** Says what is kept and what is run again, then resumes. */
export function ResumeRun({ run }: ResumeRunProps) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { notify } = useNotices()
  const mayResume = useMay('member')
  const [asking, setAsking] = useState(false)
  const [types, setTypes] = useState('')
  const resume = useMutation(
    trpc.runs.resume.mutationOptions({
      onSuccess: async () => {
        setAsking(false)
        notify('done', 'Queued again; it goes on where it ended.')
        await queries.invalidateQueries({ queryKey: trpc.runs.pathKey() })
      },
    }),
  )
  const errorTypes = types.split(/[\s,]+/).filter((type) => type !== '')
  const known = run.resume.errorTypes
  return (
    <>
      <Button
        icon="play"
        disabledReason={!mayResume && 'Takes the role member'}
        title="The same run again: what has ended is kept"
        onClick={() => setAsking(true)}
      >
        Resume run
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Resume ${run.name}?`}
        description={
          <>
            It goes on in its directory, on the host that has it. Trials that have ended are kept, with what they cost.
            Run again: {run.resume.runsAgain}.
          </>
        }
        onSubmit={() => resume.mutate({ id: run.id, ...(errorTypes.length === 0 ? {} : { errorTypes }) })}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Leave it</Button>
            <Button type="submit" tone="primary" busy={resume.isPending && 'Queueing'}>
              Resume run
            </Button>
          </>
        }
      >
        <Field
          label="Errors to run again"
          hint={
            known === null
              ? 'Optional; in place of the choice above. Names such as AgentTimeoutError, separated by commas.'
              : `Optional; in place of the choice above. Separated by commas: ${known.join(', ')}.`
          }
          error={resume.error ? `${errorText(resume.error).message} ${errorText(resume.error).hint ?? ''}` : null}
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={2_000}
              value={types}
              onChange={(event) => setTypes(event.target.value)}
            />
          )}
        </Field>
      </Dialog>
    </>
  )
}
