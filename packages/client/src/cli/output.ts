import Table from 'cli-table3'
import pc from 'picocolors'
import type { CommandError } from './command-error.ts'

/** Where a command's answer goes: one JSON document, or text for people. */
export interface Output {
  json: boolean
  /** The answer: `value` with --json, what `render` makes of it otherwise. */
  answer<T>(value: T, render: (value: T) => string): void
  /** For people at a terminal only: what is going on. Never on stdout. */
  progress(line: string): void
  failure(error: CommandError): void
}

interface Streams {
  stdout: { write(text: string): unknown; isTTY?: boolean }
  stderr: { write(text: string): unknown; isTTY?: boolean }
}

export function createOutput(json: boolean, { stdout, stderr }: Streams): Output {
  return {
    json,
    answer(value, render) {
      const text = json ? JSON.stringify(value, null, stdout.isTTY ? 2 : 0) : render(value)
      if (text !== '') stdout.write(text.endsWith('\n') ? text : `${text}\n`)
    },
    progress(line) {
      if (!json && stderr.isTTY) stderr.write(`${pc.dim(line)}\n`)
    },
    failure(error) {
      const { code, message, hint } = error
      stderr.write(
        json
          ? `${JSON.stringify({ error: { code, message, hint } })}\n`
          : `${pc.red('paddock:')} ${message}\n${hint ? `${pc.dim(hint)}\n` : ''}`,
      )
    },
  }
}

/** A table on a terminal, tab-separated lines elsewhere: both keep one row a line. */
export function renderTable(head: string[], rows: string[][], empty: string): string {
  if (rows.length === 0) return empty
  if (!process.stdout.isTTY) return [head, ...rows].map((row) => row.join('\t')).join('\n')
  const table = new Table({
    head: head.map((title) => pc.dim(title)),
    chars: {
      top: '',
      'top-mid': '',
      'top-left': '',
      'top-right': '',
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '  ',
    },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...rows)
  return table.toString()
}

/** Label and value, one pair a line; pairs without a value are left out. */
export function renderFacts(facts: [label: string, value: string | null | undefined][]): string {
  const shown = facts.filter(
    (fact): fact is [string, string] => fact[1] !== null && fact[1] !== undefined && fact[1] !== '',
  )
  const width = Math.max(...shown.map(([label]) => label.length))
  return shown.map(([label, value]) => `${pc.dim(label.padEnd(width))}  ${value}`).join('\n')
}
