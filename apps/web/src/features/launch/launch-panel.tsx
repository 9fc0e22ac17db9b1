'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#/components/button.tsx'
import { CopyButton } from '#/components/copy-button.tsx'
import { Segment } from '#/components/segment.tsx'
import { commandLine, commandLines } from '#/features/runs/command-line.ts'
import { useMay } from '#/features/shell/viewer.ts'
import { formatCount, plural } from '#/format/count.ts'
import { useTRPC } from '#/trpc/client.ts'
import type { LaunchForm } from './launch-form.ts'
import { differences, fitRunners, startWords } from './launch-outlook.ts'
import type { useLaunch } from './use-launch.ts'

interface LaunchPanelProps {
  form: LaunchForm
  checks: ReturnType<typeof useLaunch>['checks']
  busy: boolean
  showErrors: boolean
}

/** What would be started, where, and the button. */
export function LaunchPanel({ form, checks, busy, showErrors }: LaunchPanelProps) {
  const trpc = useTRPC()
  const mayLaunch = useMay('member')
  const runners = useQuery(trpc.runners.list.queryOptions())
  const [shownKey, setShownKey] = useState<string | null>(null)
  const at = Math.max(
    0,
    form.arms.findIndex((arm) => arm.key === shownKey),
  )
  const shown = checks[at]
  const planned = checks.map((check) => check.plan?.plannedTrials ?? null)
  const trials = planned.includes(null) ? null : planned.reduce<number>((sum, n) => sum + (n ?? 0), 0)
  const wrong = checks.findIndex((check) => Object.keys(check.errors.fields).length > 0 || check.errors.whole !== null)
  const whole = showErrors ? checks.map((check) => check.errors.whole).find((text) => text !== null) : null
  const fit = fitRunners(runners.data ?? [], shown?.plan?.requires ?? [])
  const start = startWords(
    fit,
    checks.reduce((sum, check) => sum + (check.plan?.weight ?? 0), 0),
    shown?.plan?.requires ?? [],
  )
  return (
    <aside className="card plan" aria-label="What would be launched">
      <div className="sec">
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <h2>Command</h2>
          <span className="ml-auto flex items-center gap-2">
            {form.arms.length > 1 ? (
              <Segment
                label="Arm"
                value={form.arms[at]?.key ?? ''}
                options={form.arms.map((arm) => ({ value: arm.key, text: arm.name || 'unnamed' }))}
                onChange={setShownKey}
              />
            ) : null}
            <CopyButton text={commandLine(shown?.plan?.command?.argv ?? [])} label="Copy command" tone="ghost" small />
          </span>
        </div>
        <pre className={`code wrap min-h-24 ${shown?.checking ? 'stale' : ''}`}>
          {shown?.plan === undefined
            ? ''
            : shown.plan.command === null
              ? 'Made on the runner: this benchmark’s command depends on its configuration.'
              : commandLines(shown.plan.command.argv).join('\n')}
        </pre>
      </div>
      <div className="sec">
        <dl className="kv">
          <dt>Arms differ in</dt>
          <dd>{differences(form)}</dd>
          <dt>Trials</dt>
          <dd>{trials === null ? 'known once it runs' : planned.map((n) => formatCount(n ?? 0)).join(' + ')}</dd>
          <dt>Runners that fit</dt>
          <dd>{fit.map((runner) => runner.words).join(', ') || <span className="text-limit">none online</span>}</dd>
          <dt>Start</dt>
          <dd className={start.waits ? 'text-limit' : ''}>{start.text}</dd>
        </dl>
      </div>
      {whole ? (
        <div className="sec">
          <p role="alert" className="text-error">
            {whole}
          </p>
        </div>
      ) : null}
      <div className="foot2">
        <Button
          type="submit"
          tone="primary"
          className="grow"
          busy={busy && 'Launching'}
          disabledReason={
            !mayLaunch
              ? 'Takes the role member'
              : wrong >= 0 && `Arm ${form.arms[wrong]?.name ?? ''}: correct the marked fields first`
          }
        >
          Launch {plural(form.arms.length, 'arm')}
          {trials === null ? '' : `, ${plural(trials, 'trial')}`}
        </Button>
      </div>
    </aside>
  )
}
