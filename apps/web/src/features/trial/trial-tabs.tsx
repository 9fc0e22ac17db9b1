'use client'
import { Icon } from '#/components/icon.tsx'
import { JsonTree } from '#/components/json-tree.tsx'
import { formatBytes } from '#/format/bytes.ts'
import type { TrialDetail } from './trial-facts.ts'

/** Files that the trial left. */
export function ArtifactsTab({ trial }: { trial: TrialDetail }) {
  if (trial.artifacts.length === 0) {
    return (
      <p className="px-6 py-6 text-text-2">
        <b>No files.</b>{' '}
        {trial.status === 'running'
          ? 'They are stored when the trial has ended.'
          : trial.goneAt !== null
            ? 'Its directory vanished from the runner before they were stored.'
            : 'It left none worth keeping.'}
      </p>
    )
  }
  return (
    <table>
      <caption className="sr-only">Files of the trial</caption>
      <thead>
        <tr>
          <th scope="col">Path</th>
          <th scope="col" className="w-50">
            Type
          </th>
          <th scope="col" className="num w-28">
            Size
          </th>
          <th scope="col" className="w-30">
            <span className="sr-only">Download</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {trial.artifacts.map((file) => (
          <tr key={file.path}>
            <td className="font-code text-12 [overflow-wrap:anywhere]">{file.path}</td>
            <td className="text-muted">{file.mediaType}</td>
            <td className="num">{formatBytes(file.size)}</td>
            <td className="num">
              <a
                className="btn small"
                href={`/api/trials/${trial.id}/artifact?path=${encodeURIComponent(file.path)}`}
                download
              >
                <Icon name="download" small />
                Download
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Why it ended as it did, in the benchmark's words. */
export function ExceptionTab({ trial }: { trial: TrialDetail }) {
  if (trial.errorType === null && trial.errorMessage === null) {
    return <p className="px-6 py-6 text-text-2">No exception: it ended by {trial.termination.replaceAll('_', ' ')}.</p>
  }
  return (
    <div className="grid gap-3 p-6">
      <h2 className="font-code text-error">{trial.errorType ?? 'Error'}</h2>
      <pre className="code wrap">{trial.errorMessage ?? 'It said nothing more.'}</pre>
    </div>
  )
}

/** What it was, and what the benchmark said beyond the model. */
export function ConfigTab({ trial }: { trial: TrialDetail }) {
  const facts: [string, string | null][] = [
    ['Trial', trial.name],
    ['Run', trial.run.name],
    ['Benchmark', trial.run.benchmark],
    ['Dataset', trial.run.dataset],
    ['Task digest', trial.taskDigest],
    ['Agent', trial.agent],
    ['Model', trial.model],
    ['Directory', trial.directory],
  ]
  return (
    <div className="grid max-w-200 gap-5 p-6">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="font-code text-12 leading-5! [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {Object.keys(trial.raw).length === 0 ? null : (
        <div>
          <h3 className="mb-2">As the benchmark says it</h3>
          <div className="res p-2">
            <JsonTree value={trial.raw} />
          </div>
        </div>
      )}
    </div>
  )
}
