import { Strip } from '#/components/strip.tsx'
import type { TrialDetail } from './trial-facts.ts'

/** What is missing and why. */
export function NoTrace({ trial, onException }: { trial: TrialDetail; onException: () => void }) {
  const running = trial.status === 'running'
  return (
    <div className="mid p-6">
      <p className="text-text-2">
        <b>No agent log.</b>{' '}
        {running
          ? 'The agent has not written anything yet; its steps appear here as they come.'
          : trial.errorType !== null
            ? `The trial ended by ${trial.termination.replaceAll('_', ' ')} before one was found.`
            : 'This agent writes none, or none was found in the trial’s directory.'}{' '}
        {trial.directory === null ? 'The trial has no directory of its own.' : ''}
      </p>
      {trial.errorType === null ? null : (
        <button type="button" className="link mt-2" onClick={onException}>
          See Exception
        </button>
      )}
    </div>
  )
}

/** A log that could not be read, with its path. */
export function ReaderError({ source, error }: { source: string; error: string }) {
  return (
    <Strip tone="error" className="m-3" title="The log could not be read to its end.">
      <span className="font-code">{source}</span>: {error}
    </Strip>
  )
}
