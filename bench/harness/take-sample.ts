import { execFile } from 'node:child_process'
import { join } from 'node:path'

/** What one sample measured, by key. */
export type Sample = Record<string, number>

const sampleProcess = join(import.meta.dirname, 'sample-process.ts')

/**
 * Runs `sample(options)` of a module in a process of its own: no sample sees another's heap, compiled code or
 * connections. Throws with its stderr when it fails or takes longer than `timeoutMs`.
 */
export async function takeSample(modulePath: string, options: object, timeoutMs = 60_000): Promise<Sample> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [sampleProcess, modulePath, JSON.stringify(options)],
      { timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${modulePath} ${JSON.stringify(options)}: ${stderr.trim() || error.message}`))
        else resolve(JSON.parse(stdout) as Sample)
      },
    )
  })
}
