import type { OperatorError } from '../process/operator-error.ts'

export interface ReadyReport {
  url: string
  /** Null once there is an owner. */
  ownerLink: string | null
  dataDir: string
  /** The name of the runner on this machine, null without one. */
  runner: string | null
}

/** What the operator sees. Progress and trouble go to stderr, the answer to stdout. */
export interface Reporter {
  progress(text: string): void
  ready(report: ReadyReport): void
  failed(error: OperatorError): void
}

export function textReporter(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): Reporter {
  return {
    progress: (text) => stderr.write(`paddock: ${text}\n`),
    ready: ({ url, ownerLink, dataDir, runner }) => {
      stdout.write(`\n  Paddock is ready at ${url}\n`)
      if (ownerLink) stdout.write(`  Create the first owner here (works once): ${ownerLink}\n`)
      stdout.write(`  Data: ${dataDir}${runner ? `   Runner: ${runner}` : '   No runner on this machine'}\n`)
      stdout.write('  Ctrl-C stops it; runs that are under way go on and are picked up at the next start.\n\n')
    },
    failed: ({ message, hint }) => stderr.write(`paddock: ${message}\n         ${hint}\n`),
  }
}

/** One JSON document on stdout when ready, one on stderr when it failed, and nothing else: made for scripts. */
export function jsonReporter(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): Reporter {
  return {
    progress: () => {},
    ready: (report) => stdout.write(`${JSON.stringify(report)}\n`),
    failed: ({ code, message, hint }) => stderr.write(`${JSON.stringify({ error: { code, message, hint } })}\n`),
  }
}
