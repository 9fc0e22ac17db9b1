import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const directory = join(import.meta.dirname, '..', '..', '..', '..', 'packages', 'db')
const program = `
  import postgres from 'postgres'
  const sql = postgres(process.env.DATABASE_URL, { max: 1, onnotice: () => {} })
  await sql.unsafe(process.env.STATEMENT)
  await sql.end()`

/** Runs a statement as the operator's psql would. */
export function query(databaseUrl: string, statement: string): void {
  execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: directory,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, STATEMENT: statement },
  })
}
