'use client'
import type { Step } from '@paddock/domain'
import { changedLines, type DiffLine, DiffLines, patchLines } from '#/components/diff-lines.tsx'
import { JsonTree } from '#/components/json-tree.tsx'
import { Marks } from '#/components/marks.tsx'
import { plural } from '#/format/count.ts'
import type { BodyProps } from './step-body.tsx'
import { callSummary, fileChanges, patchOf } from './step-text.ts'

const shownDiffLines = 24

/** What a tool was called with: its telling argument, then changes to files as a diff, anything else as a tree. */
export function ToolCall({ tool, search, isHit, open, onToggle }: BodyProps & { tool: NonNullable<Step['tool']> }) {
  const summary = callSummary(tool.arguments)
  const diff = diffOf(tool.arguments)
  const more = diff === null && hasMore(tool.arguments, summary)
  return (
    <>
      <div className="call">
        <span className="toolname">
          <Marks text={tool.name} search={search} />
        </span>{' '}
        <span className="arg">
          <Marks text={summary} search={search} now={isHit ? 0 : undefined} />
        </span>
        {more ? (
          <button type="button" className="link ml-2 text-12" aria-expanded={open} onClick={onToggle}>
            {open ? 'Fold' : 'Arguments'}
          </button>
        ) : null}
      </div>
      {diff === null ? null : <Diff lines={diff} search={search} open={open} onToggle={onToggle} />}
      {more && (open || search !== null) ? (
        <div className="res p-2">
          <JsonTree value={tool.arguments} search={search} />
        </div>
      ) : null}
    </>
  )
}

function diffOf(args: unknown): DiffLine[] | null {
  const patch = patchOf(args)
  if (patch !== null) return patchLines(patch)
  const changes = fileChanges(args)
  if (changes.length === 0) return null
  return changes.flatMap((change) => changedLines(change.before, change.after))
}

/** Whether the summary leaves something of the arguments out. */
function hasMore(args: unknown, summary: string): boolean {
  if (typeof args === 'string') return args.trim() !== summary
  if (typeof args !== 'object' || args === null) return args !== undefined
  const values = Object.values(args)
  return values.length > 1 || (values.length === 1 && values[0] !== summary)
}

function Diff({
  lines,
  search,
  open,
  onToggle,
}: {
  lines: DiffLine[]
  search: RegExp | null
  open: boolean
  onToggle: () => void
}) {
  const long = lines.length > shownDiffLines + 4
  const shown = open || !long ? lines : lines.slice(0, shownDiffLines)
  const added = lines.filter((line) => line.sign === '+').length
  const removed = lines.filter((line) => line.sign === '-').length
  return (
    <div className="res">
      <pre>
        <DiffLines lines={shown} search={search} />
      </pre>
      {long ? (
        <button type="button" className="fold" aria-expanded={open} onClick={onToggle}>
          {open ? 'Fold' : plural(lines.length - shownDiffLines, 'more line')}
          <span className="ml-auto">
            +{added} −{removed}
          </span>
        </button>
      ) : null}
    </div>
  )
}
