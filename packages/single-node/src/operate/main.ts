import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { dataPaths } from '../data-dir.ts'
import { type Environment, readEnvironment } from '../env.ts'
import { runningUrl } from '../postgres/index.ts'
import { OperatorError } from '../process/operator-error.ts'
import { limits } from './limits.ts'
import { prepare } from './prepare.ts'
import { setPassword } from './set-password.ts'

const environment = readEnvironment(process.cwd())

const program = new Command('npm run -s operate --').description('What only the operator of an installation may do.')
const withDatabase = (command: Command) =>
  command
    .option('--database-url <url>', 'the database (or PADDOCK_DATABASE_URL)')
    .option('--data-dir <path>', 'or the data directory of an npm start that is running', '.paddock')

withDatabase(program.command('prepare'))
  .description('migrate the database, print the link for the first owner')
  .requiredOption('--public-url <url>', 'where browsers will reach the web program')
  .action(async (flags) => {
    const lines = await prepare(databaseUrl(flags, environment), flags.publicUrl, environment)
    process.stdout.write(`${lines.join('\n')}\n`)
  })

withDatabase(program.command('reset-password <email>'))
  .description('set the password that comes on standard input, end all sessions of the person')
  .action(async (email, flags) => {
    const password = (await text(process.stdin)).replace(/\r?\n$/, '')
    await setPassword(databaseUrl(flags, environment), email, password)
    process.stdout.write(`${email} has a new password and is signed out everywhere.\n`)
  })

withDatabase(program.command('database-url'))
  .description('print the database URL, password included, for psql, pg_dump and the like')
  .action((flags) => {
    process.stdout.write(`${databaseUrl(flags, environment)}\n`)
  })

withDatabase(program.command('limits'))
  .description('tell the limits of all teams; set the cap of the installation, and the share of a team')
  .option('--cap <units>', 'weight units that all teams use at once, or none; 0: nothing starts')
  .option('--team <slug>', 'the team whose share is set')
  .option('--share <number>', 'its turns beside those of other teams, which have 1')
  .action(async ({ cap, team, share, ...flags }) => {
    const lines = await limits(databaseUrl(flags, environment), { cap, team, share })
    process.stdout.write(`${lines.join('\n')}\n`)
  })

function databaseUrl(flags: { databaseUrl?: string; dataDir: string }, { databaseUrl: fromEnvironment }: Environment) {
  const url = flags.databaseUrl ?? fromEnvironment ?? runningUrl(dataPaths(resolve(flags.dataDir)).postgres)
  if (url) return url
  const hint = 'Start it with npm start first, or give --data-dir or --database-url.'
  throw new OperatorError('no_database', `no database runs in ${flags.dataDir}`, hint)
}

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`paddock: ${error.message}\n         ${error.hint}\n`)
  process.exitCode = 1
}
