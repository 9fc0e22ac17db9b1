'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { Glyph, type Shape } from '#/components/glyph.tsx'
import { trialShape } from '#/components/status-chip.tsx'
import { Elapsed } from '#/features/runs/elapsed.tsx'
import { formatTokens } from '#/format/count.ts'
import { formatDuration } from '#/format/duration.ts'
import { formatMoney } from '#/format/money.ts'
import { outcomeWords, phaseSpans, type TrialDetail, terminationShape } from './trial-facts.ts'

const verdictShape = { pass: 'pass', fail: 'fail', none: 'queued' } as const satisfies Record<string, Shape>

/** What came of the trial, what it cost, where its time went, and the same task elsewhere. */
export function OutcomePanel({ trial }: { trial: TrialDetail }) {
  const running = trial.status === 'running'
  const shape = terminationShape(trial.termination)
  return (
    <aside className="side" aria-label="Outcome">
      <section>
        <h3>Outcome</h3>
        <div className="two-facts">
          <div>
            <div className="sub">Verdict</div>
            <div className={`v text-${verdictShape[trial.verdict]}`}>
              <Glyph shape={verdictShape[trial.verdict]} />
              {trial.verdict === 'none' ? (running ? 'none yet' : 'none') : trial.verdict}
            </div>
          </div>
          <div>
            <div className="sub">Termination</div>
            <div className={`v text-${shape}`}>
              <Glyph shape={shape} />
              {trial.termination.replaceAll('_', ' ')}
            </div>
          </div>
        </div>
        <p className="sub mt-2">{outcomeWords(trial)}</p>
      </section>
      <Rewards trial={trial} />
      <Cost trial={trial} />
      <Timing trial={trial} />
      <OtherArms trial={trial} />
    </aside>
  )
}

function Rewards({ trial }: { trial: TrialDetail }) {
  const rewards = Object.entries(trial.rewards)
  if (rewards.length === 0) return null
  return (
    <section>
      <h3>Rewards</h3>
      <dl className="kv">
        {rewards.map(([key, value]) => (
          <div key={key} className="contents">
            <dt className="font-code text-12 leading-5!">
              {key}{' '}
              {value === trial.reward && (key === 'reward' || rewards.length > 1) ? (
                <span className="tag">main</span>
              ) : null}
            </dt>
            <dd className={value === trial.reward ? 'font-semibold' : ''}>{Number(value.toFixed(4))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Cost({ trial }: { trial: TrialDetail }) {
  const { tokens, costUsd, costSource } = trial
  return (
    <section>
      <h3>
        Cost and tokens
        <span
          className="ml-auto font-regular text-muted tabular-nums"
          title={costSource === 'computed' ? 'Computed from the price table' : 'Reported by the agent'}
        >
          {costUsd === null ? 'cost unknown' : formatMoney(costUsd)}
          {trial.status === 'running' && costUsd !== null ? ' so far' : ''}
        </span>
      </h3>
      {tokens === null ? (
        <p className="sub">The agent reported no tokens.</p>
      ) : (
        <dl className="kv">
          <dt>Input</dt>
          <dd>
            {formatTokens(tokens.input)}{' '}
            {tokens.input > 0 ? (
              <span className="text-muted">{Math.round((tokens.cachedInput / tokens.input) * 100)} % cached</span>
            ) : null}
          </dd>
          <dt>Output</dt>
          <dd>{formatTokens(tokens.output)}</dd>
        </dl>
      )}
    </section>
  )
}

const phaseColours = [
  'var(--kind-result)',
  'var(--kind-reasoning)',
  'var(--accent-text)',
  'var(--kind-subagent)',
  'var(--kind-notice)',
]

function Timing({ trial }: { trial: TrialDetail }) {
  const spans = phaseSpans(trial.phases)
  const whole = spans.reduce((sum, span) => sum + (span.ms ?? 0), 0)
  return (
    <section>
      <h3>
        Timing
        <span className="ml-auto font-regular text-muted tabular-nums">
          {trial.status === 'running' && trial.startedAt !== null ? (
            <>
              <Elapsed from={trial.startedAt} to={null} every={1_000} /> so far
            </>
          ) : trial.durationMs === null ? (
            'unknown'
          ) : (
            `${formatDuration(trial.durationMs)} in all`
          )}
        </span>
      </h3>
      {spans.length === 0 ? null : (
        <>
          <div className="phases" role="img" aria-label="Phases">
            {spans.map((span, i) => (
              <i
                key={span.name}
                style={{
                  width: `${whole === 0 ? 0 : ((span.ms ?? 0) / whole) * 100}%`,
                  background: phaseColours[i % phaseColours.length],
                }}
              />
            ))}
          </div>
          <dl className="kv mt-2.5">
            {spans.map((span, i) => (
              <div key={span.name} className="contents">
                <dt>
                  <span
                    className="mr-2 inline-block size-2 rounded-[2px]"
                    style={{ background: phaseColours[i % phaseColours.length] }}
                  />
                  {span.title}
                </dt>
                <dd>{span.ms === null ? (span.started ? 'under way' : 'waits') : formatDuration(span.ms)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

function OtherArms({ trial }: { trial: TrialDetail }) {
  const arms = new Map<string, typeof trial.siblings>()
  for (const sibling of trial.siblings) {
    const arm = sibling.armName ?? 'this run'
    arms.set(arm, [...(arms.get(arm) ?? []), sibling])
  }
  if (trial.siblings.length < 2) return null
  return (
    <section>
      <h3>{trial.run.experiment === null ? 'This task in this run' : 'This task in all arms'}</h3>
      <dl className="kv">
        {[...arms].map(([arm, attempts]) => {
          const ended = attempts.filter((a) => a.status !== 'running' && a.status !== 'missing')
          return (
            <div key={arm} className="contents">
              <dt className="truncate">{arm}</dt>
              <dd>
                <span className="flex flex-wrap items-center justify-end gap-1">
                  {attempts.map((attempt) => (
                    <Link
                      key={attempt.id}
                      href={`/trials/${attempt.id}` as Route}
                      className="grid h-6 place-items-center"
                      aria-label={`${arm}, attempt ${attempt.attempt}: ${attempt.status}`}
                      title={`attempt ${attempt.attempt}: ${attempt.status}`}
                      aria-current={attempt.id === trial.id ? 'page' : undefined}
                    >
                      <Glyph shape={trialShape(attempt.status)} />
                    </Link>
                  ))}
                  <span className="ml-1 text-muted">
                    {ended.filter((a) => a.status === 'pass').length}/{ended.length}
                  </span>
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
