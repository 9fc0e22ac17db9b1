import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Cli } from '../program.ts'

/** In a checkout the other programs stand beside us; installed, the runner is on the path. */
const packages = join(import.meta.dirname, '..', '..', '..', '..')
const runnerSource = join(packages, 'runner-daemon', 'src', 'main.ts')
const operateSource = join(packages, 'single-node', 'src', 'operate', 'main.ts')

/** Asks the runner of this host: database, versions, clock, directories, executables, credentials by name. */
export function registerDoctor({ program, run }: Cli): void {
  program
    .command('doctor')
    .description('check this host: database, clock, directories, executables, credentials')
    .option('--config <file>', 'configuration of the runner', '.paddock/runner.yaml')
    .action(
      run(async ({ output, environment }, { config }: { config: string }) => {
        const [command, ...first] = existsSync(runnerSource) ? [process.execPath, runnerSource] : ['paddock-runner']
        const args = [...first, 'doctor', '--config', config, ...(output.json ? ['--json'] : [])]
        const databaseUrl = environment.child.DATABASE_URL ?? (await databaseOfNpmStart(dirname(config)))
        const env = { ...environment.child, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
        return exitOf(command as string, args, env)
      }),
    )
}

/** The one that `npm start` runs beside this configuration; the runner's own word for its absence is good enough. */
async function databaseOfNpmStart(dataDir: string): Promise<string | undefined> {
  if (!existsSync(operateSource)) return undefined
  const asked = promisify(execFile)(process.execPath, [operateSource, 'database-url', '--data-dir', dataDir])
  return asked.then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}

async function exitOf(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await new Promise<number>((resolve, reject) => {
      const child = spawn(command, args, { stdio: 'inherit', env })
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? exitCodes.failed))
    })
  } catch (cause) {
    throw Object.assign(
      new CommandError(
        'EXECUTABLE_NOT_FOUND',
        exitCodes.failed,
        `No runner on this host: ${(cause as Error).message}.`,
        'Install paddock-runner here, or run doctor on the runner’s host.',
      ),
      { cause },
    )
  }
}
