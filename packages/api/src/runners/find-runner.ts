import { type Db, latestBoot, listRunners, type RunnerRow } from '@paddock/db'
import { queueLimits } from '@paddock/domain'
import { Refusal } from '../errors/refusal.ts'

export function servesTeam(runner: RunnerRow, teamId: string): boolean {
  return runner.teams === null || runner.teams.includes(teamId)
}

/** @throws Refusal UNKNOWN_RUNNER when no runner of that name serves the team */
export async function requireRunner(tx: Db, name: string, teamId: string): Promise<void> {
  const fleet = await listRunners(tx, queueLimits)
  if (fleet.some(({ runner }) => runner.name === name && servesTeam(runner, teamId))) return
  throw unknownRunner(name)
}

/**
 * Whether a runner of that name is there to hear an order.
 * @throws Refusal UNKNOWN_RUNNER when none that serves the team ever was
 */
export async function runnerPresence(tx: Db, name: string, teamId: string): Promise<'online' | 'away'> {
  const fleet = await listRunners(tx, queueLimits)
  const named = fleet.filter(({ runner }) => runner.name === name && servesTeam(runner, teamId))
  if (named.some(({ state }) => state !== 'gone' && state !== 'lost')) return 'online'
  const last = named[0]?.runner ?? (await latestBoot(tx, name))
  if (last !== null && servesTeam(last, teamId)) return 'away'
  throw unknownRunner(name)
}

function unknownRunner(name: string): Refusal {
  return new Refusal('UNKNOWN_RUNNER', `There is no runner "${name}".`, 'paddock runners lists them.')
}
