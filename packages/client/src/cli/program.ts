import { Command, CommanderError } from 'commander'
import { CommandError } from './command-error.ts'
import { registerCommands } from './commands/index.ts'
import type { CliEnvironment } from './env.ts'
import { exitCodes } from './exit-codes.ts'
import { createOutput, type Output } from './output.ts'
import { type GlobalOptions, openSession, type Session } from './session.ts'
import { translateError } from './translate-error.ts'

/** What a command does with its session; what it returns is the exit code (none: done). */
export type Action<Args extends unknown[]> = (session: Session, ...args: Args) => Promise<number | void>

export interface Cli {
  program: Command
  /** Wires an action to a command: session first, then commander's arguments and options. */
  run: <Args extends unknown[]>(action: Action<Args>) => (...args: unknown[]) => Promise<void>
}

/**
 * The `paddock` command line.
 * @returns the exit code of the command that was run
 */
export async function runCli(argv: string[], environment: CliEnvironment, version: string): Promise<number> {
  let exitCode: number = exitCodes.done
  const program = new Command('paddock')
    .description('Drive a Paddock installation from a shell or a script.')
    .version(version)
    .option('--json', 'print one JSON document on stdout; errors as JSON on stderr')
    .option('--url <url>', 'address of Paddock (else PADDOCK_URL, else the login file)')
    .option('--api-key <key>', 'API key (else PADDOCK_API_KEY, else the login file)')
    .showHelpAfterError('(add --help for the usage)')
    .exitOverride()
    .configureOutput({ writeErr: () => {} })

  const outputFor = (json: boolean): Output => createOutput(json, process)
  const run = <Args extends unknown[]>(action: Action<Args>) => {
    return async (...args: unknown[]) => {
      const command = args.pop() as Command
      const options = command.optsWithGlobals<GlobalOptions>()
      const output = outputFor(options.json === true)
      const session = await openSession(options, environment, output)
      try {
        exitCode = (await action(session, ...(args as Args))) ?? exitCodes.done
      } catch (error) {
        throw translateError(error, session.url)
      }
    }
  }
  registerCommands({ program, run })

  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    const failure =
      error instanceof CommanderError
        ? new CommandError('USAGE', exitCodes.usage, error.message.replace(/^error: /, ''), 'Add --help for the usage.')
        : translateError(error, '')
    outputFor(argv.includes('--json')).failure(failure)
    return failure.exitCode
  }
}
