import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where things are below the data directory. */
export function dataPaths(dataDir: string) {
  return {
    postgres: join(dataDir, 'postgres'),
    secret: join(dataDir, 'secrets', 'paddock-secret'),
    blobs: join(dataDir, 'blobs'),
    jobs: join(dataDir, 'jobs'),
    runnerState: join(dataDir, 'runner'),
    runnerConfig: join(dataDir, 'runner.yaml'),
    compileCache: join(dataDir, 'cache'),
    children: join(dataDir, 'children.json'),
    log: (program: string) => join(dataDir, 'logs', `${program}.log`),
  }
}

/** Makes the directories that are missing, closed to others. */
export function layOut(dataDir: string): void {
  for (const name of ['secrets', 'blobs', 'jobs', 'runner', 'logs']) {
    mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 })
  }
}
