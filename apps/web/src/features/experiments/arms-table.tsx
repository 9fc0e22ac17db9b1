'use client'
import { useState } from 'react'
import type { Series } from '#/components/arm-marker.tsx'
import { AxisLabels } from '#/components/interval-cell.tsx'
import { Segment } from '#/components/segment.tsx'
import { plural } from '#/format/count.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { ArmRow } from './arm-row.tsx'
import { rateAxis } from './rate-axis.ts'

export const denominators = ['conditional', 'strict', 'bounds'] as const
export type Denominator = (typeof denominators)[number]

const options = [
  { value: 'conditional', text: 'Conditional', title: 'Passes out of trials with a verdict' },
  { value: 'strict', text: 'Strict', title: 'Missing trials count as failures' },
  { value: 'bounds', text: 'Bounds', title: 'Missing trials as all failed and all passed' },
] as const

interface ArmsTableProps {
  experiment: Outputs['experiments']['get']
  compared: Outputs['experiments']['compare'] | undefined
  series: ReadonlyMap<string, Series>
}

/** The arms: baselines first, then by name; their rates on one axis. */
export function ArmsTable({ experiment, compared, series }: ArmsTableProps) {
  const [denominator, setDenominator] = useState<Denominator>('conditional')
  const figures = new Map(compared?.arms.map((arm) => [arm.arm, arm]))
  const comparisons = new Map(compared?.comparisons.map((c) => [c.arm, c]))
  const reference = compared?.reference ?? null
  const axis = rateAxis(compared?.arms ?? [])
  const referenceFigures = reference === null ? undefined : figures.get(reference)
  return (
    <section className="card" aria-labelledby="arms-title">
      <header>
        <h2 id="arms-title">Arms</h2>
        <span className="-ml-1 text-muted">{plural(experiment.arms.length, 'arm')}</span>
        <div className="ml-auto">
          <Segment label="Denominator" value={denominator} options={options} onChange={setDenominator} />
        </div>
      </header>
      <table className="stack double arms">
        <caption className="sr-only">Arms of {experiment.id}, baselines first, then by name</caption>
        <thead>
          <tr>
            <th scope="col">Arm</th>
            <th scope="col" className="w-42">
              Progress
            </th>
            <th scope="col" className="w-62">
              <span className="flex items-center gap-2.5">
                <AxisLabels axis={axis} />
                Pass rate
              </span>
            </th>
            <th scope="col" className="num w-22">
              {reference === null ? 'Δ' : `Δ vs ${reference.length > 8 ? 'reference' : reference}`}
            </th>
            <th scope="col" className="num w-22">
              $ per task
            </th>
            <th scope="col" className="num w-26">
              $ per success
            </th>
            <th scope="col" className="num w-24">
              Median time
            </th>
            <th scope="col" className="num w-24">
              Spent
            </th>
          </tr>
        </thead>
        <tbody>
          {experiment.arms.map((arm) => (
            <ArmRow
              key={arm.name}
              arm={arm}
              figures={figures.get(arm.name)}
              comparison={comparisons.get(arm.name)}
              reference={referenceFigures}
              series={series.get(arm.name) ?? { index: 1 }}
              axis={axis}
              denominator={denominator}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
