import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { logPath, type RunRecord } from '../process/run-record.ts'
import type { Redactor } from '../redact/create-redactor.ts'

const kept = 2_000

/** The end of what a process said on stderr, else on stdout: whole lines, without secrets. */
export function lastWords(record: RunRecord, redactor: Redactor): string {
  return tail(record, 'stderr', redactor) || tail(record, 'stdout', redactor)
}

function tail(record: RunRecord, stream: 'stdout' | 'stderr', redactor: Redactor): string {
  try {
    const descriptor = openSync(logPath(record, stream), 'r')
    try {
      const size = fstatSync(descriptor).size
      const from = Math.max(0, size - 16 * 1024)
      const bytes = Buffer.alloc(size - from)
      readSync(descriptor, bytes, 0, bytes.length, from)
      // Redacted before it is cut: a cut through a secret would leave half of it.
      const text = redactor.redact(bytes).toString('utf8').trim()
      const lines = text.slice(-kept)
      return text.length > kept ? lines.slice(lines.indexOf('\n') + 1) : lines
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}
