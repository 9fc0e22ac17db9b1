'use client'
import type { Step } from '@paddock/domain'
import { Ansi, stripAnsi } from '#/components/ansi.tsx'
import { JsonTree } from '#/components/json-tree.tsx'
import { Markdown } from '#/components/markdown.tsx'
import { Marks } from '#/components/marks.tsx'
import { formatBytes } from '#/format/bytes.ts'
import { Folded, fold } from './folded.tsx'
import { ToolCall } from './tool-call.tsx'

export interface BodyProps {
  step: Step
  search: RegExp | null
  isHit: boolean
  open: boolean
  onToggle: () => void
}

const maxMarkdownChars = 30_000
const kindWords: Partial<Record<Step['kind'], string>> = {
  system: 'System prompt',
  user: 'User',
  notice: 'Notice',
  error: 'Error',
  compaction: 'Context compacted',
  question: 'Question',
  answer: 'Answer',
  reference: 'Reference',
  unknown: 'Not understood by the reader',
}

/** A step by its kind; what a model or a tool wrote never becomes markup of the page. */
export function StepBody(props: BodyProps) {
  const { step } = props
  const word = kindWords[step.kind]
  return (
    <>
      {word === undefined ? null : (
        <div className="kindword">
          {word}
          {step.model === undefined ? '' : `, ${step.model}`}
        </div>
      )}
      {step.reasoning === undefined || step.reasoning === '' ? null : (
        <div className="reason">
          <Prose {...props} text={step.reasoning} />
        </div>
      )}
      {step.tool === undefined ? null : <ToolCall {...props} tool={step.tool} />}
      <MainText {...props} />
      {step.result === undefined ? null : <Result {...props} result={step.result} />}
      {step.media === undefined || step.media.length === 0 ? null : (
        <div className="mt-1 flex flex-wrap gap-1">
          {step.media.map((medium) => (
            <span key={medium.locator} className="chip line" title={medium.locator}>
              {medium.mediaType}, {formatBytes(medium.bytes)}, not loaded
            </span>
          ))}
        </div>
      )}
    </>
  )
}

function MainText(props: BodyProps) {
  const { step, open, onToggle } = props
  if (step.text === undefined || step.text === '') return null
  switch (step.kind) {
    case 'assistant':
    case 'question':
    case 'answer':
    case 'user':
      return <Prose {...props} text={step.text} />
    case 'reasoning':
      return (
        <div className="reason">
          <Prose {...props} text={step.text} />
        </div>
      )
    default:
      return (
        <Folded text={step.text} open={open} onToggle={onToggle} isError={step.kind === 'error'}>
          {(shown) => <Plain {...props} text={shown} />}
        </Folded>
      )
  }
}

/** Markdown, or plain text with the hits marked while a search is on; long ones fold. */
function Prose({ text, search, isHit, open, onToggle }: BodyProps & { text: string }) {
  const head = fold(text, false)
  const shown = open ? fold(text, true) : head
  return (
    <>
      {search === null && shown.shown.length <= maxMarkdownChars ? (
        <Markdown text={shown.shown} />
      ) : (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Marks text={shown.shown} search={search} now={isHit ? 0 : undefined} />
        </p>
      )}
      {head.cut ? (
        <button type="button" className="link mt-1 text-12" aria-expanded={open} onClick={onToggle}>
          {open
            ? 'Fold'
            : head.moreLines > 0
              ? `${head.moreLines} more lines, ${formatBytes(text.length)}`
              : `${formatBytes(text.length)} in all`}
        </button>
      ) : null}
    </>
  )
}

function Plain({ text, search, isHit }: BodyProps & { text: string }) {
  return search === null ? (
    <Ansi text={text} />
  ) : (
    <Marks text={stripAnsi(text)} search={search} now={isHit ? 0 : undefined} />
  )
}

export function Result(props: BodyProps & { result: NonNullable<Step['result']> }) {
  const { result, search, open, onToggle } = props
  if (result.content === '')
    return <div className="sub mt-1">{result.isError ? 'Failed without a word.' : 'No output.'}</div>
  const json = search === null ? asJson(result.content) : null
  if (json !== null) {
    return (
      <div className={`res p-2 ${result.isError ? 'err' : ''}`}>
        <JsonTree value={json} />
      </div>
    )
  }
  return (
    <Folded
      text={result.content}
      open={open}
      onToggle={onToggle}
      isError={result.isError}
      label={result.isError ? 'failed' : undefined}
    >
      {(shown) => <Plain {...props} text={shown} />}
    </Folded>
  )
}

const maxJsonChars = 200_000

/** A text that is an object or a list in JSON; null for anything else. */
function asJson(text: string): object | null {
  const head = text.trimStart()[0]
  if ((head !== '{' && head !== '[') || text.length > maxJsonChars) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
