'use client'
import type { Step, StepSkeleton } from '@paddock/domain'
import { memo, useState } from 'react'
import { Button } from '#/components/button.tsx'
import { CopyButton } from '#/components/copy-button.tsx'
import { Icon } from '#/components/icon.tsx'
import { formatTokens } from '#/format/count.ts'
import { formatClock, formatTook } from '#/format/duration.ts'
import { kindNames, lookOf } from './kind-look.ts'
import { Result, StepBody } from './step-body.tsx'
import { stepText } from './step-text.ts'

interface StepRowProps {
  index: number
  /** Missing until the skeleton is there. */
  entry: StepSkeleton | undefined
  step: Step | undefined
  /** The result behind a call, in the same row. */
  result: Step | undefined
  awaitsResult: boolean
  startMs: number | null
  selected: boolean
  search: RegExp | null
  isHit: boolean
  open: boolean
  raw: boolean
  onToggle: (index: number) => void
  onSelect: (index: number) => void
}

/** One step: what it is, what it says, what it cost. */
export const StepRow = memo(function StepRow(props: StepRowProps) {
  const { index, entry, step, result, selected, search, isHit, open, onToggle, onSelect } = props
  const [ownRaw, setOwnRaw] = useState(false)
  const raw = props.raw || ownRaw
  const kind = step?.kind ?? entry?.kind ?? 'unknown'
  const shape = {
    kind,
    tool: step?.tool?.name ?? entry?.tool ?? null,
    isError: Boolean(entry?.isError || step?.result?.isError || result?.result?.isError),
    agentDepth: entry?.agentDepth ?? step?.agentPath.length ?? 0,
  }
  const look = lookOf(shape)
  const at = step?.at ?? entry?.at ?? null
  const took = step?.durationMs ?? result?.durationMs
  const body = { search, isHit, open, onToggle: () => onToggle(index) }
  return (
    // By key, j and k select.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      className={`step ${selected ? 'sel' : ''}`}
      id={`s${index}`}
      aria-label={`Step ${index}, ${kindNames[kind]}${shape.isError ? ', failed' : ''}`}
      aria-current={selected ? 'step' : undefined}
      style={shape.agentDepth > 0 ? { paddingLeft: 10 + Math.min(4, shape.agentDepth) * 18 } : undefined}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a, button, summary') === null) onSelect(index)
      }}
    >
      <a
        className="ix"
        href={`#s${index}`}
        title="Link to this step"
        onClick={(event) => {
          event.preventDefault()
          onSelect(index)
        }}
      >
        {index}
      </a>
      <span style={{ color: look.colour }} className={shape.agentDepth > 0 ? 'nested' : ''}>
        <Icon name={look.icon} />
      </span>
      <div className="body">
        {step === undefined ? (
          <div className="skeleton my-1.25" style={{ width: `${30 + ((index * 37) % 50)}%` }} />
        ) : raw ? (
          <pre className="code wrap">
            {JSON.stringify(result === undefined ? step : [step, result], null, 2).slice(0, 200_000)}
          </pre>
        ) : (
          <>
            <StepBody {...body} step={step} />
            {props.awaitsResult && result?.result !== undefined ? (
              <Result {...body} step={result} result={result.result} />
            ) : null}
          </>
        )}
      </div>
      <div className="meta">
        <span className="stepacts">
          <Button
            tone="ghost"
            small
            icon="code"
            aria-label={ownRaw ? 'Readable view' : 'Raw view'}
            title={ownRaw ? 'Readable view' : 'Raw view'}
            onClick={() => setOwnRaw(!ownRaw)}
          />
          {step === undefined ? null : (
            <CopyButton
              tone="ghost"
              small
              text={[stepText(step), result === undefined ? '' : stepText(result)].filter(Boolean).join('\n\n')}
              label="Copy step"
            />
          )}
        </span>
        <span title="Tokens out">{step?.usage === undefined ? '' : formatTokens(step.usage.output)}</span>
        <span title="Duration">{took === undefined ? '' : formatTook(took)}</span>
        <span title="Since start">
          {at === null || props.startMs === null ? '' : formatClock(Date.parse(at) - props.startMs)}
        </span>
      </div>
    </article>
  )
})
