import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The secret in `file`; made with `random` (256 bits) and kept there, 0600, when the file is absent. */
export function readSecret(file: string, random: (bytes: number) => Buffer): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // Whole or absent: a half-written secret would be taken for the real one at the next start.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, random(32).toString('base64url'), { mode: 0o600 })
    linkSync(draft, file)
    rmSync(draft)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32)
    throw new Error(`${file} holds no secret; remove it to have a new one (all must sign in again)`)
  return secret
}
