'use client'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { SkeletonRows } from '#/components/skeleton-rows.tsx'
import { QueryError } from '#/features/live/query-error.tsx'
import { Screen } from '#/features/shell/screen.tsx'
import { useTRPC } from '#/trpc/client.ts'
import { ArmsSection } from './arms-section.tsx'
import { buildLaunches } from './build-launches.ts'
import { GoalSection } from './goal-section.tsx'
import { freeExperimentId, type LaunchForm, startForm, type TextField } from './launch-form.ts'
import { LaunchPanel } from './launch-panel.tsx'
import { LimitsSection } from './limits-section.tsx'
import { TasksSection } from './tasks-section.tsx'
import { useLaunch } from './use-launch.ts'

const crumbs = [{ text: 'Experiments', href: '/experiments' as const }, { text: 'Launch' }]

/** Loads what the form is made of. */
export function LaunchScreen() {
  const trpc = useTRPC()
  const benchmarks = useQuery(trpc.benchmarks.list.queryOptions())
  const experiments = useQuery(trpc.experiments.list.queryOptions({ limit: 100 }))
  return (
    <Screen crumbs={crumbs}>
      <div className="head">
        <div>
          <h1>Launch</h1>
          <p className="text-muted">
            Every arm runs on the same tasks; what differs between arms is listed before you start.
          </p>
        </div>
      </div>
      <QueryError query={benchmarks} what="The list of benchmarks" />
      {benchmarks.data === undefined || experiments.isPending ? (
        <div className="launch">
          <section className="card">
            <SkeletonRows rows={5} height={110} columns={['1fr', '1fr', '1fr']} />
          </section>
        </div>
      ) : (
        <LaunchEditor
          benchmarks={benchmarks.data}
          experimentIds={experiments.data?.experiments.map((e) => e.id) ?? []}
        />
      )}
    </Screen>
  )
}

interface LaunchEditorProps {
  benchmarks: readonly Parameters<typeof TasksSection>[0]['benchmark'][]
  experimentIds: readonly string[]
}

function LaunchEditor({ benchmarks, experimentIds }: LaunchEditorProps) {
  const asked = useSearchParams().get('benchmark')
  const first = benchmarks.find((b) => b.id === asked) ?? benchmarks.find((b) => b.id === 'edit') ?? benchmarks[0]
  const begin = (id: string): LaunchForm => {
    const form = startForm(id)
    return { ...form, experiment: freeExperimentId(form.experiment, experimentIds) }
  }
  const [form, setForm] = useState(() => begin(first?.id ?? 'edit'))
  const [touched, setTouched] = useState(false)
  const benchmark = benchmarks.find((b) => b.id === form.benchmark) ?? first
  const launches = benchmark === undefined ? [] : buildLaunches(form, benchmark.fields)
  const { checks, launchAll, busy } = useLaunch(launches)
  if (benchmark === undefined) return <p>No benchmark is known.</p>

  const change = (next: Partial<LaunchForm>) => {
    setTouched(true)
    setForm({ ...form, ...next })
  }
  const set = (field: TextField) => (event: { target: { value: string } }) => change({ [field]: event.target.value })
  const errorOf = (field: string): string | null => {
    if (!touched && !busy) return null
    return checks.map((check) => check.errors.fields[field]).find((text) => text !== undefined) ?? null
  }
  const sections = { form, benchmark, set, errorOf }
  return (
    <form
      className="launch"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTouched(true)
        if (!busy) void launchAll()
      }}
    >
      <div className="card">
        <GoalSection {...sections} exists={experimentIds.includes(form.experiment.trim())} />
        <TasksSection {...sections} benchmarks={benchmarks} onBenchmark={(id) => setForm(begin(id))} />
        <ArmsSection
          form={form}
          benchmark={benchmark}
          onChange={(arms) => change({ arms })}
          errors={touched ? checks.map((c) => c.errors.fields) : []}
        />
        <LimitsSection {...sections} />
      </div>
      <LaunchPanel form={form} checks={checks} busy={busy} showErrors={touched} />
    </form>
  )
}
