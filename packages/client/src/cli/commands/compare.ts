import type { ArmComparison, ArmFigures } from '@paddock/domain'
import { dollars, duration, percent, points } from '../format.ts'
import { renderTable } from '../output.ts'
import type { Cli } from '../program.ts'

export function registerCompare({ program, run }: Cli): void {
  program
    .command('compare')
    .description('rates and counts of every arm, and of each against the reference')
    .argument('<experiment>')
    .option('--reference <arm>', 'compare against this arm (else the best baseline)')
    .action(
      run(async ({ client, output }, id: string, options: { reference?: string }) =>
        output.answer(await client.experiments.compare.query({ id, ...options }), (compared) =>
          [
            renderArms(compared.arms),
            compared.comparisons.length === 0 ? '' : renderComparisons(compared.reference ?? '', compared.comparisons),
            ...compared.warnings,
          ]
            .filter(Boolean)
            .join('\n\n'),
        ),
      ),
    )
}

const range = ([low, high]: [number, number]) => `[${(low * 100).toFixed(0)}, ${(high * 100).toFixed(0)}]`

function renderArms(arms: ArmFigures[]): string {
  return renderTable(
    ['arm', 'role', 'pass rate', '95 %', 'strict', 'decided', 'missing', '$ per success', 'median time'],
    arms.map((arm) => [
      arm.arm,
      arm.role ?? '',
      `${percent(arm.passRate)}${arm.provisional ? ' provisional' : ''}`,
      arm.interval ? range(arm.interval) : '–',
      percent(arm.strict),
      `${arm.attempts} on ${arm.n} tasks`,
      String(arm.missing),
      dollars(arm.costPerSuccess),
      duration(arm.medianDurationMs),
    ]),
    'No arm yet.',
  )
}

function renderComparisons(reference: string, comparisons: ArmComparison[]): string {
  return renderTable(
    [`against ${reference}`, 'Δ', '95 %', 'better', 'worse', 'equal', 'not shared'],
    comparisons.map((one) => [
      one.arm,
      `${points(one.delta)}${one.provisional ? ' provisional' : ''}`,
      one.interval ? range(one.interval) : '–',
      String(one.onlyArm),
      String(one.onlyReference),
      String(one.bothPass + one.bothFail),
      String(one.missing.length),
    ]),
    '',
  )
}
