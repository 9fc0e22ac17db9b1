import { keepPreviousData } from '@tanstack/react-query'

interface Page {
  nextCursor: string | null
}

/**
 * Options of an infinite query over cursors. Ours and not the library's: its own add a `direction` to the input, which
 * the API refuses like any field that it does not know.
 */
export function pages<P extends Page>(
  queryKey: readonly unknown[],
  read: (cursor: string | null, signal: AbortSignal) => Promise<P>,
) {
  return {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: P) => page.nextCursor,
    placeholderData: keepPreviousData,
  }
}
