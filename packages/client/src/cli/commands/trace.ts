import { type Step, type StepKind, stepKinds } from '@paddock/domain'
import pc from 'picocolors'
import { CommandError, usageError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { collect } from '../launch-options.ts'
import type { Cli } from '../program.ts'

const pageSize = 500

interface Options {
  from: string
  count?: string
  kind?: string[]
  grep?: string
  raw?: boolean
}

/** The steps of a trial's richest trace, filtered. */
export function registerTrace({ program, run }: Cli): void {
  program
    .command('trace')
    .description('the steps of a trial’s trace')
    .argument('<trial>')
    .option('--from <n>', 'first step', '0')
    .option('--count <n>', 'how many steps at most')
    .option('--kind <kind>', 'only steps of this kind (repeatable)', collect)
    .option('--grep <pattern>', 'only steps whose text matches this regular expression')
    .option('--raw', 'whole steps as JSON lines')
    .action(
      run(async ({ client, output }, trialId: string, options: Options) => {
        const kinds = checkKinds(options.kind)
        const pattern = checkPattern(options.grep)
        const [trace] = await client.traces.list.query({ trialId })
        if (!trace) {
          throw new CommandError(
            'NO_TRACE',
            exitCodes.notFound,
            `Trial ${trialId} has no trace: it left no log that Paddock reads.`,
          )
        }
        const most = options.count === undefined ? Infinity : Number(options.count)
        const items: Step[] = []
        let from = Number(options.from)
        if (!(from >= 0) || !(most >= 0)) throw usageError('--from and --count take numbers of steps.')
        while (items.length < most && from < trace.steps) {
          const { steps } = await client.traces.steps.query({ traceId: trace.id, from, count: pageSize })
          if (steps.length === 0) break
          from += pageSize
          items.push(
            ...steps.filter((step) => (!kinds || kinds.has(step.kind)) && (!pattern || pattern.test(textOf(step)))),
          )
        }
        items.length = Math.min(items.length, most)
        output.answer({ format: trace.format, steps: trace.steps, items }, () =>
          items.map((step) => (options.raw ? JSON.stringify(step) : renderStep(step))).join('\n'),
        )
      }),
    )
}

function checkKinds(kinds: string[] | undefined): Set<StepKind> | null {
  const unknown = kinds?.find((kind) => !stepKinds.includes(kind as StepKind))
  if (unknown) throw usageError(`There is no kind "${unknown}"; the kinds are ${stepKinds.join(', ')}.`)
  return kinds ? new Set(kinds as StepKind[]) : null
}

function checkPattern(source: string | undefined): RegExp | null {
  if (source === undefined) return null
  try {
    return new RegExp(source, 'i')
  } catch (error) {
    throw usageError(`--grep: ${(error as Error).message}`)
  }
}

function textOf({ text, reasoning, tool, result }: Step): string {
  const call = tool ? `${tool.name} ${tool.arguments === undefined ? '' : JSON.stringify(tool.arguments)}` : ''
  return [text, reasoning, call, result?.content].filter(Boolean).join('\n')
}

function renderStep(step: Step): string {
  const head = `${String(step.index).padStart(5)}  ${step.kind}${step.result?.isError ? ' (error)' : ''}`
  return `${pc.dim(head)}\n${textOf(step)}`
}
