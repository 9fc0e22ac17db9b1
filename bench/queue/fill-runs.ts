import postgres from 'postgres'

export interface Backlog {
  /** Ready runs, spread evenly over the lanes. */
  ready: number
  /** Runs that wait for one workspace, which another run writes in; in front of the ready ones. */
  parked?: number
}

const teams = ['team_a', 'team_b', 'team_c']
/** Requirement sets of each team. */
const requirements = [['benchmark:harbor'], ['agent:claude-code', 'benchmark:harbor']]

/** Labels of a runner that serves every lane of the fill. */
export const runnerLabels = ['agent:claude-code', 'benchmark:harbor']

/**
 * Fills a migrated database with queued runs as launches leave them: six lanes of three teams. The bulk load skips
 * foreign keys; the tables are vacuumed, so that no autovacuum falls into a sample.
 */
export async function fillRuns(url: string, { ready, parked = 0 }: Backlog): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`set session_replication_role = replica`
    await sql`set synchronous_commit = off`
    await sql`insert into organization (id, name, slug, created_at)
      select id, id, id, now() from unnest(${teams}::text[]) as id on conflict do nothing`
    for (const team of teams) {
      for (const requires of requirements) {
        await sql`insert into lane (team_id, requires) values (${team}, ${requires}) on conflict do nothing`
      }
    }
    if (parked > 0) await insertRuns(sql, { count: parked, dispatch: 'parked', workspaceKey: '/srv/repository' })
    await insertRuns(sql, { count: ready, dispatch: 'ready', workspaceKey: null })
    if (parked > 0) {
      await sql`insert into key_lock (key, run_id, team_id, epoch, host_id)
        values ('/srv/repository', 'run_elsewhere', ${teams[0] as string}, 1, 'host_elsewhere')`
    }
    await sql`vacuum (analyze)`
    await sql`checkpoint`
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function insertRuns(
  sql: postgres.Sql,
  { count, dispatch, workspaceKey }: { count: number; dispatch: 'ready' | 'parked'; workspaceKey: string | null },
): Promise<void> {
  await sql`
    with target as (select array_agg(id order by id) as ids, array_agg(team_id order by id) as teams from lane)
    insert into run (id, team_id, name, benchmark, dataset, agent, model, launch, dispatch, lane_id, workspace_key,
      payload_hash, expires_at, event_seq)
    select 'run_' || gen_random_uuid(), teams[1 + i % cardinality(ids)], 'bench-' || gen_random_uuid(), 'harbor',
      'terminal-bench@2.0', 'claude-code', 'anthropic/claude',
      '{"benchmark":"harbor","dataset":"terminal-bench@2.0","agent":"claude-code","model":"anthropic/claude","attempts":5}',
      ${dispatch}, ids[1 + i % cardinality(ids)], ${workspaceKey}, 'bench', now() + interval '7 days', 1
    from target, generate_series(1, ${count}::integer) as i`
}
