import type { Source } from './source.ts'

/** A change of text: what stands in [start, end) becomes `text`. */
export interface Hunk {
  start: number
  end: number
  text: string
}

/** One way to break a file. */
export interface Candidate {
  kind: string
  hunks: Hunk[]
  place: string | null
  /** What goes wrong, precise enough to find the spot by reading. A sentence without its end. */
  symptom: string
  /** The same, telling less; it still says everything that the code around cannot tell. */
  hint: string
}

/** A kind of mutation: every place of a file where it applies, in the order of the file. */
export type FindCandidates = (source: Source) => Candidate[]

/** Later hunks first, so that earlier positions stay true. */
export function applyHunks(text: string, hunks: readonly Hunk[]): string {
  return [...hunks]
    .sort((a, b) => b.start - a.start)
    .reduce((result, hunk) => result.slice(0, hunk.start) + hunk.text + result.slice(hunk.end), text)
}

export function overlap(a: Candidate, b: Candidate): boolean {
  return a.hunks.some((x) => b.hunks.some((y) => x.start <= y.end && y.start <= x.end))
}
