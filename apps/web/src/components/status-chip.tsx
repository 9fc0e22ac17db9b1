import type { RunStatus, TrialStatus } from '@paddock/domain'
import type { ReactNode } from 'react'
import { Glyph, type Shape } from './glyph.tsx'

const runShapes: Record<RunStatus, Shape> = {
  queued: 'queued',
  starting: 'running',
  running: 'running',
  succeeded: 'pass',
  failed: 'error',
  cancelled: 'cancelled',
  orphaned: 'orphaned',
}

const trialShapes: Record<TrialStatus, Shape> = {
  pass: 'pass',
  fail: 'fail',
  error: 'error',
  running: 'running',
  missing: 'queued',
}

export function runShape(status: RunStatus): Shape {
  return runShapes[status]
}

export function trialShape(status: TrialStatus): Shape {
  return trialShapes[status]
}

/** A status as glyph and word; `plain` without its ground, for dense rows. */
export function StatusChip({ shape, plain, children }: { shape: Shape; plain?: true; children: ReactNode }) {
  return (
    <span className={`chip ${shape} ${plain ? 'plain' : ''}`}>
      <Glyph shape={shape} inherit />
      {children}
    </span>
  )
}

/** A run that is being cancelled or has lost its runner is still running: the chip says which. */
export function RunStatusChip(props: {
  run: { status: RunStatus; cancelRequestedAt?: Date | string | null; lostAt?: Date | string | null }
  plain?: true
}) {
  const { status, cancelRequestedAt, lostAt } = props.run
  const held = status === 'running' || status === 'starting'
  if (held && cancelRequestedAt) {
    return (
      <span className={`chip cancelled ${props.plain ? 'plain' : ''}`}>
        <Glyph shape="running" inherit />
        cancelling
      </span>
    )
  }
  if (held && lostAt) {
    return (
      <StatusChip shape="orphaned" plain={props.plain}>
        lost
      </StatusChip>
    )
  }
  return (
    <StatusChip shape={runShape(status)} plain={props.plain}>
      {status}
    </StatusChip>
  )
}
