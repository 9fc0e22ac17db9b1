export interface Progress {
  planned: number | null
  passed: number
  failed: number
  errored: number
  missing: number
  running: number
}

/** Trials that have ended, whatever came of them. */
export function endedTrials(p: Progress): number {
  return p.passed + p.failed + p.errored + p.missing
}

/** Planned trials that have neither started nor ended; 0 while the plan is unknown. */
export function trialsToGo(p: Progress): number {
  return p.planned === null ? 0 : Math.max(0, p.planned - endedTrials(p) - p.running)
}

const parts = ['passed', 'failed', 'errored', 'missing', 'running'] as const
const looks = { passed: 'pass', failed: 'fail', errored: 'error', missing: 'missing', running: 'running' } as const

/** Pass, fail, error, running and what is to go, by shares of the plan. */
export function ProgressBar({ progress, thick }: { progress: Progress; thick?: true }) {
  const whole = Math.max(progress.planned ?? 0, endedTrials(progress) + progress.running, 1)
  const label =
    `${progress.passed} passed, ${progress.failed} failed, ${progress.errored} errors, ` +
    `${progress.running} running, ${trialsToGo(progress)} to go`
  return (
    <div className={`bar ${thick ? 'thick' : ''}`} role="img" aria-label={label} title={label}>
      {parts.map((part) =>
        progress[part] === 0 ? null : (
          <i key={part} className={looks[part]} style={{ width: `${(progress[part] / whole) * 100}%` }} />
        ),
      )}
    </div>
  )
}
