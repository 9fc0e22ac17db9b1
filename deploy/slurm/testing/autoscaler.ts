import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = join(import.meta.dirname, '..', 'autoscale.ts')

export interface Autoscaler {
  /** All that it said so far. */
  output(): string
  /** SIGTERM; its exit code. */
  stop(): Promise<number | null>
  /** Its exit code. */
  ended: Promise<number | null>
}

/** The program itself, as a user would start it. */
export function startAutoscaler(args: readonly string[], environment: NodeJS.ProcessEnv): Autoscaler {
  const child = spawn(process.execPath, [program, ...args], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    output: () => output,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Jobs that it said it submitted. */
export function submittedJobs(output: string): number[] {
  return [...output.matchAll(/submitted job (\d+)/g)].map(([, id]) => Number(id))
}
