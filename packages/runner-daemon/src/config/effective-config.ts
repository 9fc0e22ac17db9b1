import type { RunnerConfig } from './config.ts'
import type { ConfigFile } from './config-file.ts'

/** What the command line says over the file. */
export interface Overrides {
  labels: string[]
  name?: string
  capacity?: RunnerConfig['capacity']
}

/** The configuration in force: the file as it was last read, as the command line changes it. */
export function effectiveConfig(configFile: ConfigFile, { labels, name, capacity }: Overrides): () => RunnerConfig {
  return () => {
    const file = configFile.current()
    return {
      ...file,
      name: name ?? file.name,
      labels: [...file.labels, ...labels],
      capacity: capacity ?? file.capacity,
    }
  }
}
