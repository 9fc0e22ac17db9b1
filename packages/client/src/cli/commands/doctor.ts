import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Cli } from '../program.ts'

/** In a checkout the runner stands beside us; installed, it is on the path. */
const runnerSource = join(import.meta.dirname, '..', '..', '..', '..', 'runner-daemon', 'src', 'main.ts')

/** Asks the runner of this host: database, versions, clock, directories, executables, credentials by name. */
export function registerDoctor({ program, run }: Cli): void {
  program
    .command('doctor')
    .description('check this host: database, clock, directories, executables, credentials')
    .option('--config <file>', 'configuration of the runner', '.paddock/runner.yaml')
    .action(
      run(async ({ output }, { config }: { config: string }) => {
        const [command, ...first] = existsSync(runnerSource) ? [process.execPath, runnerSource] : ['paddock-runner']
        const args = [...first, 'doctor', '--config', config, ...(output.json ? ['--json'] : [])]
        const exitCode = await new Promise<number>((resolve, reject) => {
          const child = spawn(command as string, args, { stdio: 'inherit' })
          child.once('error', reject)
          child.once('exit', (code) => resolve(code ?? exitCodes.failed))
        }).catch((cause: Error) => {
          throw Object.assign(
            new CommandError(
              'EXECUTABLE_NOT_FOUND',
              exitCodes.failed,
              `No runner on this host: ${cause.message}.`,
              'Install paddock-runner here, or run doctor on the runner’s host.',
            ),
            { cause },
          )
        })
        return exitCode
      }),
    )
}
