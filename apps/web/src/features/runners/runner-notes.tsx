import { Icon } from '#/components/icon.tsx'
import { RelativeTime } from '#/components/relative-time.tsx'
import type { Runner } from './runner-look.ts'

/** Why a runner does not do what one expects of it. */
export function RunnerNotes({ runner }: { runner: Runner }) {
  const { configError, order, state, statusReason } = runner
  return (
    <>
      {configError === null ? null : (
        <div className="note error">
          <Icon name="warning" small />
          <div>
            <b>Configuration refused.</b> {configError} The last good one stays in force.
          </div>
        </div>
      )}
      {runner.bootLog === null ? null : <FailedStart log={runner.bootLog} />}
      {order === null ? null : (
        <div className="note limit">
          <Icon name="pause" small />
          <div>
            <b>
              {order.note ?? (order.kind === 'pause' ? 'Paused.' : state === 'draining' ? 'Draining.' : 'Drained.')}
            </b>{' '}
            {orderWords(order.kind, state)}; ordered <RelativeTime at={order.at} />
            {order.until === null ? ', until taken back.' : ', ends '}
            {order.until === null ? null : <RelativeTime at={order.until} />}
          </div>
        </div>
      )}
      {statusReason === null || state === 'ready' || state === 'busy' ? null : (
        <div className={`note ${state === 'quarantined' ? 'error' : ''}`}>
          <Icon name={state === 'quarantined' ? 'warning' : 'info'} small />
          <div>{statusReason}</div>
        </div>
      )}
      {state === 'late' ? (
        <div className="note">
          <Icon name="info" small />
          <div>Its beat is overdue: it gets no new runs. When it stays silent, its runs count as lost.</div>
        </div>
      ) : null}
    </>
  )
}

function orderWords(kind: 'pause' | 'drain', state: Runner['state']): string {
  if (kind === 'pause') return 'Takes no new runs'
  if (state === 'drained') return 'Holds nothing any more, claims nothing'
  if (state === 'gone') return 'It ended; once resumed and started on its host, it takes runs again'
  return 'Finishes what it holds, claims no more'
}

/** The runner is up now; what ended the start before would otherwise stand on its host alone. */
function FailedStart({ log }: { log: string }) {
  return (
    <div className="note">
      <Icon name="info" small />
      <details className="min-w-0">
        <summary>The start before this one failed.</summary>
        <pre
          role="log"
          aria-label="Log of the failed start"
          className="mt-1 max-h-60 overflow-auto font-code text-12 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {log}
        </pre>
      </details>
    </div>
  )
}
