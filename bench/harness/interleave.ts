import type { Sample } from './take-sample.ts'

/** One thing to measure once a round. */
export interface Side {
  key: string
  take(): Promise<Sample>
}

/** Samples of each side by round, as `<side>.<value>`; null where a sample failed. */
export type Rounds = Record<string, (number | null)[]>

/**
 * Takes every side's sample once a round, every second round in reverse order, so that no side always follows the
 * same one. A failed sample is told to `report`, and missing in its round.
 */
export async function interleave(
  rounds: number,
  sides: readonly Side[],
  report: (line: string) => void,
): Promise<Rounds> {
  const values: Rounds = {}
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const sample = await side.take().catch((error: Error): Sample => {
        report(`round ${round + 1}: ${error.message}`)
        return {}
      })
      report(`round ${round + 1}/${rounds} ${side.key}: ${JSON.stringify(sample)}`)
      for (const [name, value] of Object.entries(sample)) {
        const key = `${side.key}.${name}`
        values[key] ??= Array.from({ length: rounds }, () => null)
        values[key][round] = value
      }
    }
  }
  return values
}
