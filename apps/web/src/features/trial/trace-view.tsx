'use client'
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FollowButton } from '#/components/follow-button.tsx'
import { useKeys } from '#/components/keys.ts'
import { compileSearch } from '#/components/marks.tsx'
import { useFollow } from '#/components/use-follow.ts'
import { Minimap } from './minimap.tsx'
import { StepRow } from './step-row.tsx'
import { isFiltering, noFilter, plainItems, rowOfStep, type TraceFilter, traceItems } from './trace-items.ts'
import { TraceTools } from './trace-tools.tsx'
import { TurnHeader } from './turn-header.tsx'
import type { Skeleton } from './use-skeleton.ts'
import { useSteps } from './use-steps.ts'
import { useTraceSearch } from './use-trace-search.ts'

interface Trace {
  id: string
  status: 'live' | 'ended' | 'failed'
  steps: number
}

interface TraceViewProps {
  trace: Trace
  skeleton: Skeleton
}

const turnHeight = 30
const lineHeight = 20
const charsPerLine = 110
const mostLines = 18

/** The readable trace: ruler, tools, steps. Bodies come as they are needed. */
export function TraceView({ trace, skeleton }: TraceViewProps) {
  const [place, setPlace] = useQueryStates(
    { step: parseAsInteger, find: parseAsString.withDefault('') },
    { history: 'replace', shallow: true, clearOnDefault: true },
  )
  const [filter, setFilter] = useState<TraceFilter>(noFilter)
  const [options, setOptions] = useState({ regex: false, matchCase: false })
  const [raw, setRaw] = useState(false)
  const [openByDefault, setOpenByDefault] = useState(false)
  /** Steps whose fold differs from the default. */
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set())
  const [hitAt, setHitAt] = useState(0)

  const total = Math.max(skeleton.steps.length, trace.steps)
  const items = useMemo(
    () => [
      ...traceItems(skeleton.steps, filter),
      ...(isFiltering(filter) ? [] : plainItems(skeleton.steps.length, trace.steps)),
    ],
    [skeleton.steps, filter, trace.steps],
  )
  const search = useMemo(() => compileSearch(place.find, options), [place.find, options])
  const source = useMemo(() => ({ id: trace.id, generation: skeleton.generation }), [trace.id, skeleton.generation])
  const { hits, read } = useTraceSearch(trace.id, total, search)
  const currentHit = hits[Math.min(hitAt, hits.length - 1)] ?? null

  const turnRows = useMemo(() => items.flatMap((item, i) => (item.type === 'turn' ? i : [])), [items])
  const rangeExtractor = useCallback(
    (range: Range) => {
      const turn = turnRows.findLast((row) => row <= range.startIndex)
      const rows = new Set(defaultRangeExtractor(range))
      if (turn !== undefined) rows.add(turn)
      return [...rows].sort((a, b) => a - b)
    },
    [turnRows],
  )
  const { scroller, virtual, following, fresh, onScroll, pauseAt, resume } = useFollow({
    count: items.length,
    itemKey: (i) => {
      const item = items[i]
      return item === undefined ? i : item.type === 'turn' ? `turn ${item.turn}` : item.index
    },
    itemSize: (i) => {
      const item = items[i]
      if (item?.type !== 'step') return turnHeight
      const length =
        (skeleton.steps[item.index]?.length ?? 200) +
        (item.result === null ? 0 : (skeleton.steps[item.result]?.length ?? 0))
      return 15 + lineHeight * Math.min(mostLines, Math.ceil(length / charsPerLine) + (item.result === null ? 0 : 2))
    },
    overscan: 6,
    from: trace.status === 'live' && place.step === null ? 'end' : 'start',
    rangeExtractor,
    scrollPaddingStart: turnHeight,
  })
  const rows = virtual.getVirtualItems()
  const stickyRow = turnRows.findLast((row) => row <= (virtual.range?.startIndex ?? 0)) ?? -1
  const inView = rows.flatMap(({ index }) => {
    const item = items[index]
    return item?.type === 'step' ? [item.index, ...(item.result === null ? [] : [item.result])] : []
  })
  const first = inView[0] ?? 0
  const last = inView.at(-1) ?? 0
  const steps = useSteps(source, first, last, total)
  const start = skeleton.steps.find((step) => step.at !== null)?.at
  const startMs = start === undefined || start === null ? null : Date.parse(start)

  const goTo = useCallback(
    (index: number, align: 'center' | 'start' | 'auto' = 'auto') => {
      const row = rowOfStep(items, index)
      if (row >= 0) pauseAt(row, align)
      void setPlace({ step: index })
    },
    [items, pauseAt, setPlace],
  )
  // A permalink leads to its step once the rows are known.
  const linked = useRef(place.step)
  useEffect(() => {
    if (linked.current === null || !skeleton.loaded || items.length === 0) return
    const row = rowOfStep(items, linked.current)
    linked.current = null
    if (row >= 0) pauseAt(row, 'start')
  }, [skeleton.loaded, items, pauseAt])

  const move = (by: number) => {
    const at = place.step === null ? -1 : rowOfStep(items, place.step)
    for (let row = at + by; row >= 0 && row < items.length; row += by) {
      const item = items[row]
      if (item?.type === 'step') return goTo(item.index)
    }
  }
  const toHit = (to: number) => {
    if (hits.length === 0) return
    const next = (to + hits.length) % hits.length
    setHitAt(next)
    goTo(hits[next] ?? 0, 'center')
  }
  const toggle = useCallback((index: number) => {
    setToggled((before) => {
      const next = new Set(before)
      if (!next.delete(index)) next.add(index)
      return next
    })
  }, [])
  const select = useCallback((index: number) => void setPlace({ step: index }), [setPlace])
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    n: () => toHit(hitAt + 1),
    N: () => toHit(hitAt - 1),
    f: resume,
    Enter: () => {
      if (place.step !== null) toggle(place.step)
    },
    Escape: () => (isFiltering(filter) ? setFilter(noFilter) : void setPlace({ step: null, find: '' })),
  })
  const [topPx, heightPx] = [virtual.scrollOffset ?? 0, virtual.scrollRect?.height ?? 0]
  const visible = rows.filter(({ start: top, end }) => end > topPx && top < topPx + heightPx)
  const stepsInView = visible.flatMap(({ index }) => {
    const item = items[index]
    return item?.type === 'step' ? item.index : []
  })

  return (
    <>
      <Minimap
        steps={skeleton.steps}
        hits={hits}
        currentHit={currentHit}
        view={{ first: stepsInView[0] ?? 0, last: stepsInView.at(-1) ?? 0 }}
        onJump={(index) => goTo(index, 'start')}
      />
      <div className="mid">
        <TraceTools
          steps={skeleton.steps}
          find={place.find}
          onFind={(find) => {
            setHitAt(0)
            void setPlace({ find })
          }}
          options={options}
          onOptions={setOptions}
          invalid={place.find !== '' && search === null}
          hits={{ at: hitAt, count: hits.length, read }}
          onHit={toHit}
          filter={filter}
          onFilter={setFilter}
          openByDefault={openByDefault}
          onOpenByDefault={(open) => {
            setOpenByDefault(open)
            setToggled(new Set())
          }}
          raw={raw}
          onRaw={setRaw}
        />
        <div className="colh" aria-hidden="true">
          <span>Step</span>
          <span className="ml-auto">Tokens out</span>
          <span>Took</span>
          <span>At</span>
        </div>
        <div
          className={trace.status === 'live' ? 'steps live-tail' : 'steps'}
          ref={scroller}
          tabIndex={0}
          role="feed"
          aria-label="Steps"
          aria-busy={!skeleton.loaded}
          onScroll={onScroll}
        >
          {items.length === 0 ? (
            <p className="px-6 py-6 text-text-2">
              {isFiltering(filter)
                ? `No step passes these filters; ${skeleton.steps.length} are hidden.`
                : trace.status === 'live'
                  ? 'No step yet; the first appears here as soon as the agent writes it.'
                  : ''}
            </p>
          ) : null}
          <div className="relative" style={{ height: virtual.getTotalSize() }}>
            {rows.map(({ index: row, start: top, key }) => {
              const item = items[row]
              if (item === undefined) return null
              const sticky = row === stickyRow
              return (
                <div
                  key={key}
                  data-index={row}
                  ref={item.type === 'step' ? virtual.measureElement : undefined}
                  className={sticky ? 'sticky top-0 z-3' : 'absolute inset-x-0 top-0'}
                  style={sticky ? undefined : { transform: `translateY(${top}px)` }}
                >
                  {item.type === 'turn' ? (
                    <TurnHeader item={item} startMs={startMs} />
                  ) : (
                    <StepRow
                      index={item.index}
                      entry={skeleton.steps[item.index]}
                      step={steps.get(item.index)}
                      result={item.result === null ? undefined : steps.get(item.result)}
                      awaitsResult={item.result !== null}
                      startMs={startMs}
                      selected={place.step === item.index || (item.result !== null && place.step === item.result)}
                      search={search}
                      isHit={currentHit !== null && (currentHit === item.index || currentHit === item.result)}
                      open={openByDefault !== toggled.has(item.index)}
                      raw={raw}
                      onToggle={toggle}
                      onSelect={select}
                    />
                  )}
                </div>
              )
            })}
          </div>
        </div>
        {trace.status === 'live' ? (
          <FollowButton following={following} fresh={fresh} onResume={resume} ended={false} />
        ) : null}
      </div>
    </>
  )
}
