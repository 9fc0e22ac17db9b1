'use client'
import type { StepKind, StepSkeleton } from '@paddock/domain'
import { useMemo } from 'react'
import { Button } from '#/components/button.tsx'
import { TextInput } from '#/components/field.tsx'
import { FilterChip, FilterSelect } from '#/components/filter-chip.tsx'
import { formatCount } from '#/format/count.ts'
import { kindNames } from './kind-look.ts'
import type { TraceFilter } from './trace-items.ts'

interface SearchOptions {
  regex: boolean
  matchCase: boolean
}

interface TraceToolsProps {
  steps: readonly StepSkeleton[]
  find: string
  onFind: (find: string) => void
  options: SearchOptions
  onOptions: (options: SearchOptions) => void
  /** The pattern does not parse. */
  invalid: boolean
  hits: { at: number; count: number; read: number }
  onHit: (to: number) => void
  filter: TraceFilter
  onFilter: (filter: TraceFilter) => void
  openByDefault: boolean
  onOpenByDefault: (open: boolean) => void
  raw: boolean
  onRaw: (raw: boolean) => void
}

/** Search, filters, folds and the raw view of a trace. */
export function TraceTools(props: TraceToolsProps) {
  const { steps, find, onFind, options, onOptions, invalid, hits, onHit, filter, onFilter } = props
  const facts = useMemo(() => {
    const tools = new Map<string, number>()
    const kinds = new Map<StepKind, number>()
    let errors = 0
    let nested = 0
    for (const step of steps) {
      if (step.tool !== null) tools.set(step.tool, (tools.get(step.tool) ?? 0) + 1)
      kinds.set(step.kind, (kinds.get(step.kind) ?? 0) + 1)
      if (step.isError || step.kind === 'error') errors++
      if (step.agentDepth > 0) nested++
    }
    return { tools: [...tools].sort((a, b) => b[1] - a[1]), kinds: [...kinds], errors, nested }
  }, [steps])
  const said = invalid
    ? 'not a pattern'
    : hits.count > 0
      ? `${hits.at + 1} of ${formatCount(hits.count)}${hits.read < 1 ? '…' : ''}`
      : hits.read < 1
        ? `${Math.round(hits.read * 100)} %`
        : 'none'
  return (
    <div className="t-tools">
      <TextInput
        search
        soft
        boxClassName="find-in-trace"
        placeholder="Search in trace"
        aria-label="Search in trace"
        aria-invalid={invalid || undefined}
        data-page-search
        value={find}
        onChange={(event) => onFind(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onHit(event.shiftKey ? hits.at - 1 : hits.at + 1)
          if (event.key === 'Escape') onFind('')
        }}
        suffix={
          find === '' ? undefined : (
            <span className="flex items-center gap-1.5 text-12 tabular-nums">
              <button
                type="button"
                className={options.matchCase ? 'link' : ''}
                aria-pressed={options.matchCase}
                title="Match case"
                onClick={() => onOptions({ ...options, matchCase: !options.matchCase })}
              >
                Aa
              </button>
              <button
                type="button"
                className={options.regex ? 'link' : ''}
                aria-pressed={options.regex}
                title="Regular expression"
                onClick={() => onOptions({ ...options, regex: !options.regex })}
              >
                .*
              </button>
              <span aria-live="polite">{said}</span>
            </span>
          )
        }
      />
      <span className="flex gap-0.5">
        <Button
          tone="ghost"
          small
          icon="up"
          aria-label="Previous hit"
          title="Previous hit (N)"
          disabledReason={hits.count === 0 && 'No hit'}
          onClick={() => onHit(hits.at - 1)}
        />
        <Button
          tone="ghost"
          small
          icon="down"
          aria-label="Next hit"
          title="Next hit (n)"
          disabledReason={hits.count === 0 && 'No hit'}
          onClick={() => onHit(hits.at + 1)}
        />
      </span>
      <FilterChip
        pressed={filter.errorsOnly}
        count={facts.errors}
        onPress={() => onFilter({ ...filter, errorsOnly: !filter.errorsOnly })}
      >
        Errors
      </FilterChip>
      <FilterSelect
        label="Kind"
        any="any"
        value={filter.kind}
        options={facts.kinds.map(([kind, n]) => ({ value: kind, text: `${kindNames[kind]} (${n})` }))}
        onChange={(kind) => onFilter({ ...filter, kind: kind as StepKind | '' })}
      />
      {facts.tools.length === 0 ? null : (
        <FilterSelect
          label="Tool"
          any="any"
          value={filter.tool}
          options={facts.tools.map(([tool, n]) => ({ value: tool, text: `${tool} (${n})` }))}
          onChange={(tool) => onFilter({ ...filter, tool })}
        />
      )}
      {facts.nested === 0 ? null : (
        <FilterSelect
          label="Agent"
          any="all"
          value={filter.agent}
          options={[
            { value: 'main', text: 'main' },
            { value: 'sub', text: `sub-agents (${facts.nested})` },
          ]}
          onChange={(agent) => onFilter({ ...filter, agent: agent as TraceFilter['agent'] })}
        />
      )}
      <span className="ml-auto flex gap-1">
        <Button tone="ghost" small onClick={() => props.onOpenByDefault(!props.openByDefault)}>
          {props.openByDefault ? 'Fold all' : 'Unfold all'}
        </Button>
        <Button tone="ghost" small icon="code" aria-pressed={props.raw} onClick={() => props.onRaw(!props.raw)}>
          {props.raw ? 'Readable' : 'Raw'}
        </Button>
      </span>
    </div>
  )
}
