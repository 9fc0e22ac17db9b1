import type { Machine } from './machine.ts'

/** What a bench found, by key; units are in the keys (`_ms`, `_per_s`, `_mb`). */
export interface Measured {
  figures: Record<string, number>
  /** The same of what it is compared with, measured in the same rounds. */
  references: Record<string, number>
  /** Medians of the rounds' ratios: `<figure> / <reference>`. */
  ratios: Record<string, number>
  targets: Record<string, Bound>
  rounds: number
}

export type Bound = { measured: number } & ({ atLeast: number } | { atMost: number })

export interface Document extends Omit<Measured, 'targets'> {
  name: string
  targets: Record<string, Bound & { reached: boolean }>
  reached: boolean
  machine: Machine
}

/** The document that a bench prints. What could not be measured (NaN) reaches no target. */
export function buildDocument(name: string, measured: Measured, machine: Machine): Document {
  const targets = Object.fromEntries(
    Object.entries(measured.targets).map(([key, bound]) => [
      key,
      { ...bound, measured: round(bound.measured), reached: isReached(bound) },
    ]),
  )
  return {
    name,
    figures: rounded(measured.figures),
    references: rounded(measured.references),
    ratios: rounded(measured.ratios),
    targets,
    reached: Object.values(targets).every((target) => target.reached),
    rounds: measured.rounds,
    machine,
  }
}

function isReached(bound: Bound): boolean {
  return 'atLeast' in bound ? bound.measured >= bound.atLeast : bound.measured <= bound.atMost
}

function rounded(values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, round(value)]))
}

/** Three digits say all that a noisy machine knows. */
function round(value: number): number {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3))
}
