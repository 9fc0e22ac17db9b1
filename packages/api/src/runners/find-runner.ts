import { type Db, listRunners, type RunnerRow } from '@paddock/db'
import { queueLimits } from '@paddock/domain'
import { Refusal } from '../errors/refusal.ts'

export function servesTeam(runner: RunnerRow, teamId: string): boolean {
  return runner.teams === null || runner.teams.includes(teamId)
}

/** @throws Refusal UNKNOWN_RUNNER when no runner of that name serves the team */
export async function requireRunner(tx: Db, name: string, teamId: string): Promise<void> {
  const fleet = await listRunners(tx, queueLimits)
  if (fleet.some(({ runner }) => runner.name === name && servesTeam(runner, teamId))) return
  throw new Refusal('UNKNOWN_RUNNER', `There is no runner "${name}".`, 'paddock runners lists them.')
}
