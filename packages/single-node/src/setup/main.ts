// Migrates the database and sees to the first owner, then ends: what it takes to do that (the migrator, the
// authentication library) would otherwise stay in the supervisor's memory for good.
import { json } from 'node:stream/consumers'
import { OperatorError } from '../process/operator-error.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { SetupAnswer, SetupRequest } from './setup-request.ts'

async function answer(): Promise<SetupAnswer> {
  try {
    return { kind: 'done', ...(await prepareDatabase((await json(process.stdin)) as SetupRequest)) }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { kind: 'failed', code: error.code, message: error.message, hint: error.hint }
  }
}

process.stdout.write(JSON.stringify(await answer()))
