import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

const login = z.object({ url: z.url(), apiKey: z.string().min(1) })
export type Login = z.infer<typeof login>

/** The stored login; null when there is none. A file that is not one is an error that names it. */
export async function readLogin(path: string): Promise<Login | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return login.parse(JSON.parse(text))
  } catch (cause) {
    throw Object.assign(
      new CommandError(
        'LOGIN_FILE_UNREADABLE',
        exitCodes.usage,
        `${path} is not a login file.`,
        'Run "paddock login" to write it anew, or delete it.',
      ),
      { cause },
    )
  }
}

/** Readable by its owner alone; replaced in one step. */
export async function writeLogin(path: string, value: Login): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}`
  await writeFile(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await chmod(next, 0o600)
  await rename(next, path)
}

export async function deleteLogin(path: string): Promise<void> {
  await rm(path, { force: true })
}
