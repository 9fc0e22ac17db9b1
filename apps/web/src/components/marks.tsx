/** Finds a person's search in text: plain, or a regular expression; null for a pattern that does not parse. */
export function compileSearch(query: string, options: { regex: boolean; matchCase: boolean }): RegExp | null {
  if (query === '') return null
  const source = options.regex ? query : query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  try {
    return new RegExp(source, options.matchCase ? 'g' : 'gi')
  } catch {
    return null
  }
}

/** Text with the hits of a search marked; the one that the reader stands on is told apart. */
export function Marks({ text, search, now }: { text: string; search: RegExp | null; now?: number }) {
  if (search === null) return text
  const parts: React.ReactNode[] = []
  let from = 0
  let hit = 0
  for (const match of text.matchAll(search)) {
    if (match[0] === '') continue
    parts.push(text.slice(from, match.index))
    parts.push(
      <mark key={match.index} className={hit === now ? 'now' : ''}>
        {match[0]}
      </mark>,
    )
    from = match.index + match[0].length
    hit++
  }
  if (hit === 0) return text
  parts.push(text.slice(from))
  return <>{parts}</>
}
