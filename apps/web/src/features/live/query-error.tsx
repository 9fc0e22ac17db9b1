'use client'
import { Button } from '#/components/button.tsx'
import { Strip } from '#/components/strip.tsx'
import { formatMoment } from '#/format/ago.ts'
import { errorText } from '#/trpc/error-text.ts'

interface Failing {
  isError: boolean
  error: unknown
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}

/** A read that failed: what happened, what is shown meanwhile, and trying again. */
export function QueryError({ query, what }: { query: Failing; what: string }) {
  if (!query.isError) return null
  const { message, hint } = errorText(query.error)
  const kept =
    query.dataUpdatedAt > 0 ? ` Shown: the state of ${formatMoment(new Date(query.dataUpdatedAt)).slice(11)}.` : ''
  return (
    <Strip
      tone="error"
      className="mb-3"
      title={`${what} could not be loaded.`}
      action={
        <Button small busy={query.isFetching && 'Trying'} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {message} {hint}
      {kept}
    </Strip>
  )
}
