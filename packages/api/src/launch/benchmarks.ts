import { type BenchmarkDefinition, benchmarkDefinitions } from '@paddock/benchmarks/definition'
import { Refusal } from '../errors/refusal.ts'

/** @throws Refusal UNKNOWN_BENCHMARK naming those that exist */
export function findBenchmark(id: string): BenchmarkDefinition {
  const definition = Object.hasOwn(benchmarkDefinitions, id) ? benchmarkDefinitions[id] : undefined
  if (definition !== undefined) return definition
  const known = Object.keys(benchmarkDefinitions).join(', ')
  throw new Refusal('UNKNOWN_BENCHMARK', `There is no benchmark "${id}".`, `Choose one of: ${known}.`)
}
