'use client'
import { useMemo, useState } from 'react'
import { Ansi, stripAnsi } from '#/components/ansi.tsx'
import { Button } from '#/components/button.tsx'
import { TextInput } from '#/components/field.tsx'
import { FollowButton } from '#/components/follow-button.tsx'
import { Icon } from '#/components/icon.tsx'
import { useKeys } from '#/components/keys.ts'
import { compileSearch, Marks } from '#/components/marks.tsx'
import { useFollow } from '#/components/use-follow.ts'
import { formatBytes } from '#/format/bytes.ts'
import { formatCount, plural } from '#/format/count.ts'
import type { LogLine } from './log-lines.ts'
import { useOutput } from './use-output.ts'

interface LogTailProps {
  runId: string
  ended: boolean
  /** Bytes of the whole log; it can be downloaded when the run has ended. */
  logBytes: number
}

const lineHeight = 18

/** Live output that follows its end; scrolling up pauses it. */
export function LogTail({ runId, ended, logBytes }: LogTailProps) {
  const { log, droppedBytes, state, error } = useOutput(runId)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const search = useMemo(() => compileSearch(query, { regex: false, matchCase: false }), [query])
  const hits = useMemo(() => (search === null ? [] : findLines(log.lines, search)), [log.lines, search])
  const { scroller, virtual, following, fresh, onScroll, pauseAt, resume } = useFollow({
    count: log.lines.length,
    itemSize: () => lineHeight,
    itemKey: (i) => log.lines[i]?.key ?? i,
  })
  const toHit = (to: number) => {
    if (hits.length === 0) return
    const next = (to + hits.length) % hits.length
    setAt(next)
    pauseAt(hits[next] ?? 0)
  }
  useKeys({ f: resume, n: () => toHit(at + 1), N: () => toHit(at - 1) })
  const count = log.lines.filter((line) => line.after === undefined).length

  return (
    <section className="card logbox" aria-labelledby="log-title">
      <header>
        <h2 id="log-title">Log</h2>
        <span className="text-12 text-muted">stdout and stderr{count === 0 ? '' : `, ${plural(count, 'line')}`}</span>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <TextInput
            soft
            search
            boxClassName="w-50"
            className="text-12"
            placeholder="Find in log"
            aria-label="Find in log"
            data-page-search
            value={query}
            suffix={
              query === '' ? undefined : (
                <span className="text-12 tabular-nums">
                  {hits.length === 0 ? 'none' : `${at + 1} of ${formatCount(hits.length)}`}
                </span>
              )
            }
            onChange={(event) => {
              setQuery(event.target.value)
              setAt(0)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') toHit(event.shiftKey ? at - 1 : at + 1)
              if (event.key === 'Escape') setQuery('')
            }}
          />
          {ended ? (
            <>
              <a className="btn small" href={`/api/runs/${runId}/log?stream=stdout`} download>
                <Icon name="download" small />
                Whole log{logBytes > 0 ? `, ${formatBytes(logBytes)}` : ''}
              </a>
              <a className="btn small ghost" href={`/api/runs/${runId}/log?stream=stderr`} download>
                stderr
              </a>
            </>
          ) : (
            <Button small icon="download" disabledReason="The whole log is stored when the run has ended">
              Whole log
            </Button>
          )}
        </div>
      </header>
      {droppedBytes > 0 || log.letGo > 0 ? (
        <div className="flex items-center gap-2 border-t border-border bg-sunken px-4 py-1.5 text-12 text-muted">
          <Icon name="info" small />
          {droppedBytes > 0 ? `${formatBytes(droppedBytes)} of earlier lines are left out of this live view` : ''}
          {log.letGo > 0 ? `${droppedBytes > 0 ? '; ' : ''}${plural(log.letGo, 'line')} let go by this page` : ''}; the
          whole log has them.
        </div>
      ) : null}
      <div
        className="log"
        ref={scroller}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Log tail"
        onScroll={onScroll}
      >
        {log.lines.length === 0 ? (
          <p className="px-4 font-ui text-13 text-muted">{emptyWords(state, ended, error)}</p>
        ) : (
          <div className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const line = log.lines[index] as LogLine
              return line.after === undefined ? (
                <Line key={line.key} line={line} start={start} search={search} isNow={hits[at] === index} />
              ) : (
                <NextAttempt key={line.key} runId={runId} line={line} start={start} />
              )
            })}
          </div>
        )}
      </div>
      <FollowButton following={following} fresh={fresh} onResume={resume} ended={ended} />
      {error !== null && state === 'ready' ? (
        <p className="sr-only" role="alert">
          {error}
        </p>
      ) : null}
    </section>
  )
}

function findLines(lines: readonly LogLine[], search: RegExp): number[] {
  return lines.flatMap((line, i) => {
    return stripAnsi(line.text).search(search) >= 0 ? [i] : []
  })
}

function emptyWords(state: string, ended: boolean, error: string | null): string {
  if (state === 'loading') return ''
  if (state === 'failed') return `The log could not be loaded. ${error ?? ''}`
  return ended ? 'It wrote nothing.' : 'Nothing written yet; lines appear here as they come.'
}

/** Each attempt numbers its lines from 1, and has a whole log of its own. */
function NextAttempt({ runId, line, start }: { runId: string; line: LogLine; start: number }) {
  return (
    <div className="line attempt absolute top-0 inset-x-0" style={{ transform: `translateY(${start}px)` }}>
      <span>epoch {line.epoch}</span>
      <a className="link" href={`/api/runs/${runId}/log?stream=stdout&epoch=${line.after}`} download>
        whole log of epoch {line.after}
      </a>
    </div>
  )
}

function Line({ line, start, search, isNow }: { line: LogLine; start: number; search: RegExp | null; isNow: boolean }) {
  return (
    <div
      className={`line absolute top-0 ${line.stream}`}
      style={{ transform: `translateY(${start}px)` }}
      title={line.stream === 'stderr' ? 'stderr' : undefined}
    >
      <span className="no">{line.number}</span>
      <span className="text">
        {search === null ? (
          <Ansi text={line.text} />
        ) : (
          <Marks text={stripAnsi(line.text)} search={search} now={isNow ? 0 : undefined} />
        )}
      </span>
    </div>
  )
}
