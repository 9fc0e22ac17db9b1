import { editDefinition } from './edit/definition.ts'
import { harborDefinition } from './harbor/definition.ts'
import type { BenchmarkDefinition } from './port.ts'

export type { BenchmarkDefinition, MetricDefinition, ResumeFacts } from './port.ts'

export const benchmarkDefinitions: Record<string, BenchmarkDefinition> = {
  edit: editDefinition,
  harbor: harborDefinition,
}
