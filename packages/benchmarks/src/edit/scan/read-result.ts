import { z } from 'zod'

/** Numbers of others may be anything; what makes no sense is unknown. */
const amount = z
  .number()
  .nonnegative()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)
const someText = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)
const someTime = someText.transform((value) => {
  const time = value === null ? Number.NaN : Date.parse(value)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
})

const run = z.looseObject({
  runIndex: z.int().nonnegative(),
  success: z.boolean(),
  error: someText,
  duration: amount,
  tokens: z.looseObject({ input: amount, output: amount, cache: amount }).nullish().catch(null),
  costUsd: amount,
  toolCalls: amount,
  failureCategory: someText,
  startedAt: someTime,
  finishedAt: someTime,
})

const task = z.looseObject({ id: z.string().min(1), name: someText, digest: someText, runs: z.array(run) })

const result = z.looseObject({
  benchmark: someText,
  config: z.looseObject({}).nullish().catch(null),
  finishedAt: someTime,
  tasks: z.array(task),
  summary: z
    .looseObject({ plannedRuns: amount, taskSuccessRate: amount, editSuccessRate: amount })
    .nullish()
    .catch(null),
})

export type ReadResult = z.output<typeof result>
export type ReadTask = ReadResult['tasks'][number]
export type ReadRun = ReadTask['runs'][number]

/** Our own files count cached tokens as input, and list cancelled runs nowhere. */
export function isOurs(read: ReadResult): boolean {
  return read.benchmark === 'paddock-edit'
}

/** A result.json, by whomever it was written. Throws a SyntaxError (half-written) or a ZodError (something else). */
export function readResult(text: string): ReadResult {
  return result.parse(JSON.parse(text))
}
