'use client'
import { ArmMarker, type Series } from '#/components/arm-marker.tsx'
import { AxisLabels, IntervalCell } from '#/components/interval-cell.tsx'
import { plural } from '#/format/count.ts'
import { formatInterval, formatPoints } from '#/format/points.ts'
import type { Outputs } from '#/trpc/outputs.ts'
import { deltaAxis } from './rate-axis.ts'

type Compared = Outputs['experiments']['compare']

/** Each arm against the reference: what is computed so far, and nothing that sounds like a verdict. */
export function ComparisonCard({ compared, series }: { compared: Compared; series: ReadonlyMap<string, Series> }) {
  const { reference, comparisons } = compared
  if (reference === null || comparisons.length === 0) return null
  const axis = deltaAxis(comparisons.map((c) => c.interval))
  return (
    <section className="card forest" aria-labelledby="against">
      <table>
        <caption className="sr-only">Each arm against the reference arm, {reference}</caption>
        <thead>
          <tr>
            <th scope="col" id="against">
              Against {reference}
            </th>
            <th scope="col" className="axis">
              <AxisLabels axis={axis} width={160} />
            </th>
            <th scope="col" className="num" title="Paired over the shared tasks; 95 % interval, unadjusted">
              Δ pp, 95 %
            </th>
          </tr>
        </thead>
        <tbody>
          {comparisons.map((c) => (
            <tr key={c.arm}>
              <td>
                <div className="flex min-w-0 items-center gap-2">
                  <ArmMarker series={series.get(c.arm) ?? { index: 1 }} />
                  <div className="min-w-0 grow">
                    <div className="truncate font-medium">{c.arm}</div>
                    <div className="sub">
                      {c.provisional ? (
                        <>
                          <span className="provisional">provisional</span>,{' '}
                        </>
                      ) : null}
                      <a className="hover:underline" href={`?tasks=only-arm&arm=${encodeURIComponent(c.arm)}#tasks`}>
                        {plural(c.onlyArm, 'task')} better
                      </a>
                      ,{' '}
                      <a
                        className="hover:underline"
                        href={`?tasks=only-reference&arm=${encodeURIComponent(c.arm)}#tasks`}
                      >
                        {c.onlyReference} worse
                      </a>
                      , {c.bothPass + c.bothFail} equal
                      {c.missing.length > 0 ? (
                        <span title={c.missing.slice(0, 40).join(', ')}>, {c.missing.length} not compared yet</span>
                      ) : null}
                    </div>
                  </div>
                </div>
              </td>
              <td className="axis">
                {c.delta === null ? null : (
                  <IntervalCell
                    axis={{ ...axis, ticks: [] }}
                    reference={0}
                    value={c.delta}
                    interval={c.interval}
                    series={{ index: series.get(c.arm)?.index ?? 1, provisional: c.provisional }}
                    width={160}
                  />
                )}
              </td>
              <td className="num font-medium">
                {c.delta === null ? (
                  <span className="font-regular text-muted" title="No task that both have decided">
                    –
                  </span>
                ) : (
                  <>
                    {formatPoints(c.delta).replace(' pp', '')}{' '}
                    {c.interval === null ? null : (
                      <span className="font-regular text-muted">{formatInterval(c.interval)}</span>
                    )}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
