import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { RunnerConfig } from './config.ts'
import { ConfigError, parseConfig } from './parse-config.ts'

export type Reread =
  | { kind: 'unchanged' }
  | { kind: 'changed'; config: RunnerConfig }
  /** The last good one stays in force. */
  | { kind: 'broken'; error: string }

export interface ConfigFile {
  current(): RunnerConfig
  /** Compares by content, never by time: an edit that is saved while another is read is not lost. */
  reread(): Promise<Reread>
}

/** Reads the file once. Throws a ConfigError when there is no good configuration to begin with. */
export async function openConfigFile(path: string): Promise<ConfigFile> {
  const read = () =>
    readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`${path}: cannot be read: ${error.code}`)
    })
  let text = await read()
  let current = parseConfig(text, path, dirname(path))
  return {
    current: () => current,
    async reread() {
      try {
        const next = await read()
        if (next === text) return { kind: 'unchanged' }
        const config = parseConfig(next, path, dirname(path))
        text = next
        current = config
        return { kind: 'changed', config }
      } catch (error) {
        if (error instanceof ConfigError) return { kind: 'broken', error: error.message }
        throw error
      }
    },
  }
}
