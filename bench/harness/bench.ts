import type { Measured } from './document.ts'
import type { BenchServer } from './server.ts'

export interface BenchContext {
  server: BenchServer
  rounds: number
  /** Progress for the person who waits; goes to stderr. */
  report: (line: string) => void
}

export interface Bench {
  name: string
  /** One line for `--list`. */
  measures: string
  /** Rounds when none are asked for. */
  rounds: number
  /** Name → version of what it is compared with. */
  versions(): Record<string, string>
  measure(context: BenchContext): Promise<Measured>
}
