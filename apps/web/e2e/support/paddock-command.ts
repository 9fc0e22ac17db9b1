import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const program = join(import.meta.dirname, '..', '..', '..', '..', 'packages', 'client', 'src', 'cli', 'main.ts')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Who runs the command line against which installation. */
export interface Caller {
  url: string
  apiKey: string
}

/** `paddock …words` as a shell would start it, without a login file. */
export function startPaddockCommand(
  { url, apiKey }: Caller,
  words: string[],
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: '/nonexistent', PADDOCK_URL: url, PADDOCK_API_KEY: apiKey },
  })
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(
    ([status, stdout, stderr]): Ended => ({ code: status, stdout, stderr }),
  )
  return { child, ended }
}

export function paddockCommand(caller: Caller, ...words: string[]): Promise<Ended> {
  return startPaddockCommand(caller, words).ended
}

/** The one document that a command with --json prints; throws with its words when it ended otherwise than with 0. */
export async function paddockJson<T>(caller: Caller, ...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await paddockCommand(caller, ...words, '--json')
  if (code !== 0) throw new Error(`paddock ${words.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}
