import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import postgres from 'postgres'
import { countWindow } from '../count-window.ts'
import type { LoadOptions } from './load-options.ts'

// The least that any queue does: one table, one index, two statements.
const schema = `
  create table job (
    id bigint generated always as identity primary key,
    state smallint not null default 0,
    epoch integer not null default 0,
    started_at timestamptz,
    finished_at timestamptz,
    payload jsonb not null default '{"benchmark":"harbor","dataset":"terminal-bench@2.0","attempts":5}'
  );
  create index job_ready on job (id) where state = 0;`

/** The table and `jobs` jobs; to be called on an empty database. */
export async function prepareRaw(url: string, jobs: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(schema)
  await sql`insert into job (state) select 0 from generate_series(1, ${jobs}::integer)`
  await sql`vacuum (analyze)`
  await sql`checkpoint`
  await sql.end({ timeout: 5 })
}

/** Where pgbench is, or null. PATH, and `PG_BIN` for a directory outside it. */
export function pgbenchVersion(): string | null {
  try {
    return execFileSync(pgbench(), ['--version'], { encoding: 'utf8' }).replace('pgbench (PostgreSQL) ', '').trim()
  } catch {
    return null
  }
}

/** Claims and finishes by pgbench: C, prepared statements, no work between. One job a claim. */
export async function sample({ url, connections }: LoadOptions) {
  if (pgbenchVersion() === null) return { per_s: await withoutPgbench(url, connections) }
  const { hostname, port, username, password, pathname } = new URL(url)
  const output = execFileSync(
    pgbench(),
    [
      `--host=${hostname}`,
      `--port=${port}`,
      `--username=${username}`,
      '--no-vacuum',
      '--protocol=prepared',
      '--time=2',
      `--client=${connections}`,
      `--jobs=${Math.min(connections, 2)}`,
      `--file=${join(import.meta.dirname, 'raw.sql')}`,
      pathname.slice(1),
    ],
    { encoding: 'utf8', env: { PATH: process.env.PATH, PGPASSWORD: decodeURIComponent(password) } },
  )
  return { per_s: Number(/tps = ([\d.]+)/.exec(output)?.[1]) }
}

function pgbench(): string {
  return process.env.PG_BIN === undefined ? 'pgbench' : join(process.env.PG_BIN, 'pgbench')
}

/** The same two statements through postgres.js: a slower reference than pgbench, and labelled so. */
async function withoutPgbench(url: string, connections: number): Promise<number> {
  const sql = postgres(url, { max: connections })
  const counter = { count: 0 }
  for (let i = 0; i < connections; i += 1) void claimForEver()
  return countWindow(counter)

  async function claimForEver(): Promise<never> {
    for (;;) {
      const [job] = await sql<{ id: string; epoch: number }[]>`
        with next as materialized (
          select id from job where state = 0 order by id limit 1 for update skip locked
        )
        update job set state = 1, epoch = epoch + 1, started_at = now() from next where job.id = next.id
        returning job.id, job.epoch`
      if (job === undefined) throw new Error('the backlog is used up')
      await sql`update job set state = 2, finished_at = now()
        where id = ${job.id} and epoch = ${job.epoch} and state = 1`
      counter.count += 1
    }
  }
}
